#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fiducia/camera/model.h"

namespace fiducia {

/// What becomes of one parameter of a model that is constrained.
struct ParameterTie {
  int free = -1;      ///< which of the free parameters it follows; -1: none, it is `value`
  double factor = 1;  ///< times that one
  double value = 0;
};

/// A model of which some parameters are fixed, or tied to others (fx = 1.02 fy): its parameters are the free ones, and
/// everything that is said of it (degrees of freedom, covariances, the verdict) is about these.
class ConstrainedModel final : public Model {
 public:
  /// ties: one per parameter of the lens. names: of the free parameters. name: what it is called.
  ConstrainedModel(std::shared_ptr<const Model> lens, std::vector<ParameterTie> ties, std::vector<std::string> names,
                   std::string name)
      : lens_(std::move(lens)), ties_(std::move(ties)), names_(std::move(names)), name_(std::move(name)) {
    for (const std::string& free : names_) parameters_.push_back({free, Moves::kBoth});
    const ModelInfo& of_lens = lens_->info();
    info_ = {name_, parameters_, of_lens.lens, of_lens.equation, of_lens.known_as, of_lens.field};
  }
  ConstrainedModel(const ConstrainedModel&) = delete;  // its information points into itself
  ConstrainedModel& operator=(const ConstrainedModel&) = delete;

  [[nodiscard]] const std::shared_ptr<const Model>& lens() const { return lens_; }
  [[nodiscard]] const std::vector<ParameterTie>& ties() const { return ties_; }
  /// All parameters of the lens.
  [[nodiscard]] std::vector<double> full(const double* theta) const {
    std::vector<double> all;
    all.reserve(ties_.size());
    for (const ParameterTie& tie : ties_) all.push_back(tie.free < 0 ? tie.value : tie.factor * theta[tie.free]);
    return all;
  }
  /// The free parameters out of all: of several that follow one, the first tells.
  [[nodiscard]] std::vector<double> free_of(const std::vector<double>& all) const {
    std::vector<double> theta(names_.size(), 0.0);
    for (std::size_t i = ties_.size(); i-- > 0;) {
      if (ties_[i].free >= 0) theta[static_cast<std::size_t>(ties_[i].free)] = all[i] / ties_[i].factor;
    }
    return theta;
  }

  [[nodiscard]] const ModelInfo& info() const override { return info_; }
  [[nodiscard]] double limit(const double* theta) const override { return lens_->limit(full(theta).data()); }
  [[nodiscard]] bool in_domain(const double* theta, double limit, const Vector3& x) const override {
    return lens_->in_domain(full(theta).data(), limit, x);
  }
  [[nodiscard]] bool computable(const double* theta, const Vector3& x) const override {
    return lens_->computable(full(theta).data(), x);
  }
  [[nodiscard]] Vector2 project(const double* theta, const Vector3& x) const override {
    return lens_->project(full(theta).data(), x);
  }
  [[nodiscard]] std::optional<Vector3> unproject(const double* theta, double limit, const Vector2& u) const override {
    return lens_->unproject(full(theta).data(), limit, u);
  }
  [[nodiscard]] std::vector<double> initial_parameters(double f, double cx, double cy) const override {
    return free_of(lens_->initial_parameters(f, cx, cy));
  }

  bool linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                 const ProjectionColumns& out) const override {
    const std::vector<double> all = full(theta);
    const auto column = 2 * static_cast<std::size_t>(out.stride);
    std::vector<double> columns(out.parameters == nullptr ? 0 : column * ties_.size());
    ProjectionColumns of_lens = out;
    if (out.parameters != nullptr) of_lens.parameters = columns.data();
    if (!lens_->linearize(all.data(), n, x, y, z, of_lens)) return false;
    if (out.parameters == nullptr) return true;
    for (std::size_t c = 0; c < names_.size(); ++c) {
      for (int row = 0; row < 2; ++row) {
        for (int i = 0; i < n; ++i) {
          double sum = 0;
          for (std::size_t k = 0; k < ties_.size(); ++k) {
            if (ties_[k].free != static_cast<int>(c)) continue;
            sum += ties_[k].factor * columns[k * column + static_cast<std::size_t>(row * out.stride + i)];
          }
          out.parameters[c * column + static_cast<std::size_t>(row * out.stride + i)] = sum;
        }
      }
    }
    return true;
  }

 private:
  std::shared_ptr<const Model> lens_;
  std::vector<ParameterTie> ties_;
  std::vector<std::string> names_;
  std::string name_;
  std::vector<ParameterInfo> parameters_ = {};
  ModelInfo info_ = {};
};

}  // namespace fiducia

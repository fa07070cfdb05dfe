#pragma once

#include <optional>
#include <vector>

#include "fiducia/camera/registry.h"

namespace fiducia::testing {

/// radial2 with its focal lengths in units of 100 px: the same cameras, other numbers.
class ScaledFocalLength final : public Model {
 public:
  static constexpr double kUnit = 100;

  [[nodiscard]] const ModelInfo& info() const override { return base_->info(); }
  [[nodiscard]] double limit(const double* theta) const override { return base_->limit(plain_units(theta).data()); }
  [[nodiscard]] bool in_domain(const double* theta, double limit, const Vector3& x) const override {
    return base_->in_domain(plain_units(theta).data(), limit, x);
  }
  [[nodiscard]] bool computable(const double* theta, const Vector3& x) const override {
    return base_->computable(plain_units(theta).data(), x);
  }
  [[nodiscard]] Vector2 project(const double* theta, const Vector3& x) const override {
    return base_->project(plain_units(theta).data(), x);
  }
  [[nodiscard]] std::optional<Vector3> unproject(const double* theta, double limit, const Vector2& u) const override {
    return base_->unproject(plain_units(theta).data(), limit, u);
  }
  bool linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                 const ProjectionColumns& out) const override {
    if (!base_->linearize(plain_units(theta).data(), n, x, y, z, out)) return false;
    // The first two columns, u and v each, are those of fx and fy.
    for (int row = 0; row < 4; ++row) {
      for (int i = 0; i < n; ++i) out.parameters[row * out.stride + i] *= kUnit;
    }
    return true;
  }
  [[nodiscard]] std::vector<double> initial_parameters(double f, double cx, double cy) const override {
    std::vector<double> theta = base_->initial_parameters(f, cx, cy);
    theta[0] /= kUnit;
    theta[1] /= kUnit;
    return theta;
  }

 private:
  [[nodiscard]] std::vector<double> plain_units(const double* theta) const {
    std::vector<double> scaled(theta, theta + base_->size());
    scaled[0] *= kUnit;
    scaled[1] *= kUnit;
    return scaled;
  }

  const std::shared_ptr<const Model> base_ = make_model("radial2");
};

}  // namespace fiducia::testing

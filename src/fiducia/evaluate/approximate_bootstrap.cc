#include "fiducia/evaluate/approximate_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/evaluate/estimators.h"

namespace fiducia {
namespace {

/// Samples that share a random stream: starting one costs as much as a sample.
constexpr std::size_t kChunk = 100;
/// A pivot under this, where the sum of all frames has pivots of 1, is zero.
constexpr double kLeastPivot = 1e-10;
constexpr int kMostApproximateDraws = 100;
/// Up to so many the frames are added up as dense matrices.
constexpr Eigen::Index kFewParameters = 60;

/// The step that a drawing of the frames asks for.
class DrawnStep {
 public:
  virtual ~DrawnStep() = default;
  /// Numbers of scratch memory that a call needs, kept from call to call.
  [[nodiscard]] virtual std::size_t scratch() const = 0;
  /// Writes the step, in coordinates that in_parameters() brings back; false where the frames leave a direction open.
  virtual bool solve(const std::vector<std::uint32_t>& multiplicities, double* scratch, double* step) const = 0;
  [[nodiscard]] virtual Eigen::Index size() const = 0;
  /// The covariance of the parameters from that of the steps.
  [[nodiscard]] virtual Eigen::MatrixXd in_parameters(const Eigen::MatrixXd& covariance) const = 0;
};

/// For few parameters: in coordinates where A is the identity, M_j = X S_j X' and z_j = X s_j with A^-1 = X'X, as rows
/// of numbers that are added up: the lower triangle of M_j column by column, then z_j.
class PackedStep final : public DrawnStep {
 public:
  PackedStep(const Calibration& calibration, const FrameInfluences& influences, Eigen::Index count)
      : x_(influences.inverse.X()),
        count_(count),
        size_(static_cast<std::size_t>(x_.rows())),
        row_(size_ * (size_ + 3) / 2) {
    const Information& information = calibration.information;
    for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
      const FrameInformation& frame = information.frames[j];
      const double weight = calibration.frames[j].weight;
      const Eigen::MatrixXd r = frame.times(x_.transpose());
      pack(weight * r.transpose() * r, weight * (r.transpose() * (frame.q() - frame.times(influences.step))));
    }
    if (!information.prior.empty()) {
      const Eigen::MatrixXd r = information.prior.rows * x_.transpose();
      pack(r.transpose() * r, Eigen::VectorXd::Zero(x_.rows()));
    }
  }

  [[nodiscard]] std::size_t scratch() const override { return row_; }
  [[nodiscard]] Eigen::Index size() const override { return x_.rows(); }
  [[nodiscard]] Eigen::MatrixXd in_parameters(const Eigen::MatrixXd& covariance) const override {
    const Eigen::MatrixXd left = x_.leftCols(count_);
    return left.transpose() * covariance * left;
  }

  bool solve(const std::vector<std::uint32_t>& multiplicities, double* system, double* step) const override {
    const std::size_t frames = multiplicities.size();
    if (data_.size() > frames * row_) {
      std::copy(data_.end() - static_cast<std::ptrdiff_t>(row_), data_.end(), system);  // the prior
    } else {
      std::fill(system, system + row_, 0.0);
    }
    for (std::size_t j = 0; j < frames; ++j) {
      if (multiplicities[j] == 0) continue;
      const double m = multiplicities[j];
      const double* row = data_.data() + j * row_;
      for (std::size_t i = 0; i < row_; ++i) system[i] += m * row[i];
    }
    return solve_packed(system, step);
  }

 private:
  void pack(const Eigen::MatrixXd& m, const Eigen::VectorXd& z) {
    for (Eigen::Index c = 0; c < m.cols(); ++c) {
      for (Eigen::Index r = c; r < m.rows(); ++r) data_.push_back(m(r, c));
    }
    data_.insert(data_.end(), z.begin(), z.end());
  }

  /// Cholesky on the packed triangle; forward and backward substitution.
  bool solve_packed(double* a, double* x) const {
    const std::size_t n = size_;
    const double* b = a + n * (n + 1) / 2;
    std::copy(b, b + n, x);
    double* column = a;
    for (std::size_t c = 0; c < n; ++c) {  // column[i] is the entry (c + i, c)
      if (!(column[0] > kLeastPivot)) return false;
      const double inverse = 1 / std::sqrt(column[0]);
      column[0] = inverse;
      for (std::size_t i = 1; i < n - c; ++i) column[i] *= inverse;
      x[c] *= inverse;
      double* next = column + (n - c);
      for (std::size_t i = 1; i < n - c; ++i) {
        x[c + i] -= column[i] * x[c];
        for (std::size_t k = i; k < n - c; ++k) next[k - i] -= column[i] * column[k];
        next += n - c - i;
      }
      column += n - c;
    }
    for (std::size_t c = n; c-- > 0;) {
      column -= n - c;
      double sum = x[c];
      for (std::size_t i = 1; i < n - c; ++i) sum -= column[i] * x[c + i];
      x[c] = sum * column[0];
    }
    return true;
  }

  Eigen::MatrixXd x_;
  Eigen::Index count_;
  std::size_t size_;
  std::size_t row_;
  std::vector<double> data_;
};

/// For many parameters, a target's free shape among them: by the cheaper elimination.
class EliminatedStep final : public DrawnStep {
 public:
  EliminatedStep(const Calibration& calibration, const FrameInfluences& influences, Eigen::Index count)
      : information_(calibration.information), weights_(frame_weights(calibration)), count_(count) {
    gradients_.resize(information_.size(), static_cast<Eigen::Index>(weights_.size()));
    for (std::size_t j = 0; j < weights_.size(); ++j) {
      const FrameInformation& frame = information_.frames[j];
      gradients_.col(static_cast<Eigen::Index>(j)) =
          weights_[j] * frame.transposed_times(frame.q() - frame.times(influences.step));
    }
  }

  [[nodiscard]] std::size_t scratch() const override { return 0; }
  [[nodiscard]] Eigen::Index size() const override { return count_; }
  [[nodiscard]] Eigen::MatrixXd in_parameters(const Eigen::MatrixXd& covariance) const override { return covariance; }

  bool solve(const std::vector<std::uint32_t>& multiplicities, double* /*scratch*/, double* step) const override {
    std::vector<double> weights(weights_.size());
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(information_.size());
    for (std::size_t j = 0; j < weights.size(); ++j) {
      weights[j] = multiplicities[j] * weights_[j];
      if (multiplicities[j] > 0) gradient += multiplicities[j] * gradients_.col(static_cast<Eigen::Index>(j));
    }
    const std::optional<Eigen::VectorXd> whole = solve_information(information_, weights, gradient);
    if (!whole || !whole->allFinite()) return false;
    std::copy(whole->begin(), whole->begin() + count_, step);
    return true;
  }

 private:
  const Information& information_;
  std::vector<double> weights_;
  Eigen::Index count_;
  Eigen::MatrixXd gradients_;
};

std::unique_ptr<DrawnStep> make_drawn_step(const Calibration& calibration, const FrameInfluences& influences,
                                           Eigen::Index count) {
  if (calibration.information.size() <= kFewParameters) {
    return std::make_unique<PackedStep>(calibration, influences, count);
  }
  return std::make_unique<EliminatedStep>(calibration, influences, count);
}

}  // namespace

ApproximateBootstrap approximate_bootstrap(const Calibration& calibration, const FrameInfluences& influences,
                                           Eigen::Index count, const ResamplingOptions& options,
                                           const Progress& progress) {
  if (options.samples < 2) throw Error(ErrorCode::kBadOption, "a bootstrap needs at least 2 samples");
  const std::unique_ptr<DrawnStep> drawn = make_drawn_step(calibration, influences, count);
  const std::size_t frames = calibration.frames.size();
  const auto samples = static_cast<std::size_t>(options.samples);
  Eigen::MatrixXd steps(drawn->size(), options.samples);
  std::vector<int> redrawn((samples + kChunk - 1) / kChunk);
  SharedProgress shared(progress);
  parallel_for(redrawn.size(), options.threads, [&](std::size_t chunk) {
    RandomStream random(options.seed, chunk);
    std::vector<double> scratch(drawn->scratch());
    std::vector<std::uint32_t> multiplicities(frames);
    const auto draw = [&] {
      std::fill(multiplicities.begin(), multiplicities.end(), 0U);
      for (std::size_t i = 0; i < frames; ++i) ++multiplicities[random.index(static_cast<std::uint32_t>(frames))];
    };
    for (std::size_t i = chunk * kChunk; i < std::min(samples, (chunk + 1) * kChunk); ++i) {
      shared.require_go_on();
      draw();
      while (!drawn->solve(multiplicities, scratch.data(), steps.col(static_cast<Eigen::Index>(i)).data())) {
        if (++redrawn[chunk] > kMostApproximateDraws * static_cast<int>(kChunk)) {
          throw Error(ErrorCode::kDegenerate, "hardly a resampling of these " + std::to_string(frames) +
                                                  " frames determines the parameters; take more images");
        }
        draw();
      }
    }
  });
  const Eigen::VectorXd mean = steps.rowwise().mean();
  steps.colwise() -= mean;
  ApproximateBootstrap result;
  result.covariance = drawn->in_parameters(steps * steps.transpose() / (options.samples - 1.0));
  result.samples = options.samples;
  for (const int times : redrawn) result.redrawn += times;
  return result;
}

CovarianceEstimate abs_covariance(EstimatorInput& input) {
  const CovarianceOptions& options = input.options;
  const ApproximateBootstrap result =
      approximate_bootstrap(input.calibration, input.influences(), input.calibration.model->size(),
                            {options.samples, options.seed, options.threads}, uncounted(options.progress));
  CovarianceEstimate estimate;
  estimate.matrix = result.covariance;
  estimate.samples = result.samples;
  estimate.redrawn = result.redrawn;
  return estimate;
}

}  // namespace fiducia

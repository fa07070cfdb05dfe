#include "fiducia/guide/information_state.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/error_bound.h"
#include "fiducia/guide/frame_views.h"

namespace fiducia {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// a^-1 in units in which its diagonal is 1, where parameters of very different sizes lose no digits.
class ScaledInverse {
 public:
  explicit ScaledInverse(const Eigen::MatrixXd& a)
      : scale_(a.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse()),
        llt_(scale_.asDiagonal() * a * scale_.asDiagonal()) {}

  [[nodiscard]] bool exists() const { return llt_.info() == Eigen::Success; }
  /// a^-1 b.
  [[nodiscard]] Eigen::MatrixXd times(const Eigen::MatrixXd& b) const {
    return scale_.asDiagonal() * llt_.solve(scale_.asDiagonal() * b);
  }

 private:
  Eigen::VectorXd scale_;
  Eigen::LLT<Eigen::MatrixXd> llt_;
};

Eigen::MatrixXd identity_like(const Eigen::MatrixXd& a) { return Eigen::MatrixXd::Identity(a.rows(), a.cols()); }

double square(double x) { return x * x; }

}  // namespace

std::string_view to_string(Criterion criterion) { return criterion == Criterion::kEme ? "eme" : "trace"; }

double InformationState::criterion(const Eigen::MatrixXd& a, Criterion criterion) const {
  const ScaledInverse inverse(a);
  if (!inverse.exists()) return kInfinity;
  const double trace = inverse.times(criterion == Criterion::kEme ? H : identity_like(a)).trace();
  return trace > 0 ? variance * eme_factor * trace : kInfinity;
}

ExpectedMapping InformationState::expected(const Eigen::MatrixXd& a) const {
  const ScaledInverse inverse(a);
  if (!inverse.exists()) return {kInfinity, kInfinity};
  const ExpectedError error = expected_error(H, variance * inverse.times(identity_like(a)));
  if (!(error.mean > 0)) return {kInfinity, kInfinity};
  return {std::sqrt(eme_factor * error.mean), std::sqrt(error95_factor * error.distribution.quantile(0.95))};
}

Eigen::MatrixXd InformationState::with_view(const Eigen::MatrixXd& a, const Eigen::MatrixXd& s) const {
  if (loss.size() == 0) return a + s;
  return a + loss * s * loss.transpose();
}

InformationState information_state_of(const Calibration& calibration, const InformationStateOptions& options) {
  require_converged(calibration, "guidance");
  if (calibration.covariance_std.size() == 0) {
    throw Error(ErrorCode::kDegenerate, "guidance needs a covariance, and these frames carry none: add other images");
  }
  InformationState information_state;
  FrameViews views = frame_views(calibration);
  information_state.A = views.A;
  information_state.loss = std::move(views.loss);
  information_state.H = mapping_sensitivity(*calibration.camera, options.mapping).H;
  information_state.variance = calibration.fit.variance;
  if (options.noise == NoiseLevel::kStd || calibration.frames.size() < kFewestFrames) return information_state;
  const ExpectedMapping std = information_state.expected(information_state.A);
  const ErrorBound cr2 = error_bound(calibration, information_state.H, options.threads, options.progress);
  const double eme_ratio = cr2.error.mean / square(std.eme_px);
  const double error95_ratio = cr2.bound95 / square(std.error95_px);
  if (std::isfinite(eme_ratio)) information_state.eme_factor = std::max(1.0, eme_ratio);
  if (std::isfinite(error95_ratio)) information_state.error95_factor = std::max(1.0, error95_ratio);
  return information_state;
}

InformationState guessed_information_state(const Camera& camera, double spread_px, double noise_px,
                                           const MappingErrorOptions& mapping) {
  InformationState information_state;
  information_state.H = mapping_sensitivity(camera, mapping).H;
  information_state.variance = square(noise_px);
  information_state.A = information_state.variance * static_cast<double>(information_state.H.rows()) /
                        square(spread_px) * information_state.H;
  return information_state;
}

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <limits>
#include <string_view>

#include "fiducia/camera/camera.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What a view is to make small.
///   eme     trace(Sigma H), the expected mapping error: in pixels, whatever the units of the parameters
///   trace   trace(Sigma), the sum of the parameters' variances (Calibration Wizard): it adds px^2 to numbers without
///           unit, and a focal length in units of 100 px changes its choices
enum class Criterion { kEme, kTrace };
[[nodiscard]] std::string_view to_string(Criterion criterion);

/// How uncertain a parameter with so much information is.
///   std     s^2 A^-1: right when nothing systematic is wrong
///   cr2     the same, times how much more the frames so far disagree than that explains
enum class NoiseLevel { kStd, kCr2 };

/// The mapping error to be expected: its random part, px RMS per coordinate, and all of it, a length.
struct ExpectedMapping {
  double eme_px = 0;                                             ///< sqrt(EME)
  double error95_px = 0;                                         ///< with 95% confidence it is less
  double total_px = std::numeric_limits<double>::quiet_NaN();    ///< with what is systematic; NaN: not known
  double bound95_px = std::numeric_limits<double>::quiet_NaN();  ///< with 95% confidence the total is less
};

/// Everything that guidance knows of a calibration in progress: Sigma = variance x A^-1 with A = sum S_j, and the H
/// that makes pixels of it (docs/method.md 5 and 7). A view adds its S_c to A: Sigma = variance (A + S_c)^-1.
///
/// Where the target's shape or effects are found with the camera, frames say less about the intrinsics than they would
/// if those were known: A = T (sum S_j) T', with the T that does not depend on units. A view will lose as much, T S_c
/// T'.
///
/// The noise level cr2 multiplies what std predicts by EME(cr2) / EME(std) of the frames so far (the 95% quantile by
/// its own ratio), never by less than 1: what is systematic and differs from frame to frame will do to the next
/// frame what it did to those before. It takes three frames, and from less than about eight the ratio itself is
/// hardly known. What is systematic in the same way in all frames no covariance sees; see stop_rule.h.
struct InformationState {
  Eigen::MatrixXd A;
  Eigen::MatrixXd H;
  double variance = 0;        ///< of a residual coordinate, px^2
  double eme_factor = 1;      ///< of EME, by the noise level
  double error95_factor = 1;  ///< of the square of the 95% quantile
  Eigen::MatrixXd loss = {};  ///< T; empty: nothing is lost

  /// `a` and a view whose S_c is `s`.
  [[nodiscard]] Eigen::MatrixXd with_view(const Eigen::MatrixXd& a, const Eigen::MatrixXd& s) const;
  /// The criterion's value with information `a` (EME in px^2, by the noise level); infinite where `a` is singular.
  [[nodiscard]] double criterion(const Eigen::MatrixXd& a, Criterion criterion) const;
  /// Infinite where `a` is singular.
  [[nodiscard]] ExpectedMapping expected(const Eigen::MatrixXd& a) const;
};

struct InformationStateOptions {
  MappingErrorOptions mapping = {};
  NoiseLevel noise = NoiseLevel::kCr2;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// Throws an Error where the calibration did not converge.
[[nodiscard]] InformationState information_state_of(const Calibration& calibration,
                                                    const InformationStateOptions& options = {});

/// Of a camera that is only guessed, before frames carry a calibration: the mapping may be off by `spread_px` RMS in
/// all directions that the parameters allow, A = variance n / spread^2 H. Like the criterion eme it does not depend on
/// the parameters' units. Throws an Error where the camera has no ray in most of the image.
[[nodiscard]] InformationState guessed_information_state(const Camera& camera, double spread_px, double noise_px = 0.2,
                                                         const MappingErrorOptions& mapping = {});

}  // namespace fiducia

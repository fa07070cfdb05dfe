#pragma once

#include <Eigen/Core>
#include <span>

#include "fiducia/evaluate/frame_influences.h"

namespace fiducia {

/// How far cr2's estimate of the expected mapping error can itself be trusted: few frames make it uncertain, and a
/// bound that takes it for the truth covers too little.
///
/// With G = H^1/2, W_j = sqrt(w_j) R_j A^-1 G', T_j = W_j' (I - H_j)^-1/2 and the working model that residuals are
/// independent (docs/method.md 10), the frames' parts of the mapping error have the covariances
///
///     C_jk = T_j (delta_jk I - sqrt(w_j w_k) R_j A^-1 R_k') T_k',
///     nu = (sum_j tr C_jj)^2 / sum_jk ||C_jk||^2,       h = (tr G A^-1 G')^2 / tr((G A^-1 G')^2),
///
/// so that EME is distributed about as chi^2 with nu degrees of freedom over nu, K about as chi^2 with h over h (each
/// times its mean), and K stays below EME F_{p; h, nu} with probability p. For one parameter G is its unit vector.
/// (Bell and McCaffrey 2002; Pustejovsky and Tipton 2018; the F form: Brunner, Dette and Munk 1997.)
///
/// Assumes that frames are independent. Where a bias makes them disagree more in some directions than noise would, nu
/// is a guess as good as the working model.
struct SmallSample {
  double degrees_of_freedom = 0;           ///< nu: "as good as nu independent comparisons"
  double error_dimensions = 0;             ///< h: directions that the mapping error has, in effect
  Eigen::VectorXd parameter_degrees = {};  ///< nu of every intrinsic parameter
};

[[nodiscard]] SmallSample small_sample(const Calibration& calibration, const FrameInfluences& influences,
                                       const Eigen::MatrixXd& H, int threads = 1);

/// Of the squared length of G x, with x an error of all global parameters: degrees_of_freedom and error_dimensions
/// alone. weights: one per frame of the information, `inverse` of which is the inverse.
[[nodiscard]] SmallSample small_sample(const Information& information, std::span<const double> weights,
                                       const InverseInformation& inverse, const Eigen::MatrixXd& G, int threads = 1);

/// The working model's own: nu is that of the residuals, N - N_P, for every parameter.
[[nodiscard]] SmallSample residual_sample(const Calibration& calibration, const FrameInfluences& influences,
                                          const Eigen::MatrixXd& H);

/// F_{p; h, nu}: what EME is multiplied with to stay above K with probability p.
[[nodiscard]] double error_quantile_factor(const SmallSample& sample, double p);

/// Student's t: a parameter lies within so many standard deviations with probability p, on both sides.
[[nodiscard]] double interval_factor(double degrees_of_freedom, double p);

}  // namespace fiducia

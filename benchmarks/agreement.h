#pragma once

#include <Eigen/Core>
#include <string>

#include "benchmarks/peers.h"

namespace fiducia::bench {

/// The sum of squared residuals, px^2, computed here for every solver alike, instead of each solver's own figure.
[[nodiscard]] double cost_of(const Solution& solution, const Problem& problem);

/// The standard deviations of the parameters at a solution that the problem's data give, for comparisons in units that
/// mean something.
[[nodiscard]] Eigen::VectorXd standard_deviations(const Problem& problem);

/// Where everyone must arrive.
struct Reference {
  double cost;
  std::vector<double> parameters;
  Eigen::VectorXd sigma;
};

/// How far a solver ended from the reference.
struct Deviation {
  double relative_cost;  ///< positive: worse than the reference
  double parameter;      ///< the greatest, in standard deviations
  std::string parameter_name;
};

/// Two results within these are the same for every purpose: neither has a time that the other could envy.
inline constexpr double kMostRelativeCost = 1e-6;
inline constexpr double kMostSigmas = 0.05;

[[nodiscard]] Deviation deviation(const Solution& solution, double cost, const Reference& reference,
                                  const Model& model);

/// What is wrong with it, or nothing.
[[nodiscard]] std::string disagreement(const Deviation& deviation);

}  // namespace fiducia::bench

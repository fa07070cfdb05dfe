#include "benchmarks/agreement.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace fiducia::bench {

double cost_of(const Solution& solution, const Problem& problem) {
  const std::shared_ptr<const Model> model = problem.model();
  double cost = 0;
  for (std::size_t j = 0; j < problem.observations->frames.size(); ++j) {
    for (const Corner& corner : problem.observations->frames[j].corners) {
      const Vector3& point = problem.observations->target.points[static_cast<std::size_t>(corner.id)];
      const Vector2 pixel = model->project(solution.parameters.data(), solution.poses.at(j) * point);
      cost += (corner.pixel - pixel).squaredNorm();
    }
  }
  return cost;
}

Eigen::VectorXd standard_deviations(const Problem& problem) {
  const Calibration calibration =
      calibrate(problem.observations, {.model = problem.model(), .initial = problem.initial});
  if (!calibration.converged()) throw std::runtime_error("fiducia: " + calibration.message);
  return calibration.covariance_std.diagonal().cwiseSqrt();
}

Deviation deviation(const Solution& solution, double cost, const Reference& reference, const Model& model) {
  Deviation result{cost / reference.cost - 1, 0, {}};
  for (std::size_t i = 0; i < reference.parameters.size(); ++i) {
    const double sigmas =
        std::abs(solution.parameters.at(i) - reference.parameters[i]) / reference.sigma[static_cast<Eigen::Index>(i)];
    if (sigmas <= result.parameter) continue;
    result.parameter = sigmas;
    result.parameter_name = model.info().parameters[i].name;
  }
  return result;
}

std::string disagreement(const Deviation& deviation) {
  // Written so that a NaN disagrees.
  if (!(std::abs(deviation.relative_cost) <= kMostRelativeCost)) {
    return fmt::format("its cost differs by {:.3g} relative, {:g} is allowed", deviation.relative_cost,
                       kMostRelativeCost);
  }
  if (!(deviation.parameter <= kMostSigmas)) {
    return fmt::format("its {} differs by {:.3g} standard deviations, {:g} is allowed", deviation.parameter_name,
                       deviation.parameter, kMostSigmas);
  }
  return {};
}

}  // namespace fiducia::bench

#include "fiducia/assess/optimum_check.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/error_bound.h"
#include "fiducia/evaluate/image_length.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

constexpr unsigned kCameraParts = 3;
constexpr unsigned kAllCameraParts = (1U << kCameraParts) - 1;

CameraPartCode part_of_parameter(std::string_view name) {
  if (name == "f" || name == "fx" || name == "fy") return CameraPartCode::kFocalLength;
  if (name == "cx" || name == "cy") return CameraPartCode::kPrincipalPoint;
  return CameraPartCode::kDistortion;
}

bool has_part(unsigned parts, CameraPartCode code) { return ((parts >> static_cast<unsigned>(code)) & 1U) != 0; }

/// How far the given camera is from the best one once it has these parts of it, as a mapping error per coordinate.
double left_with(unsigned parts, const Camera& given, const Camera& best, const MappingErrorOptions& mapping) {
  std::vector<double> parameters = given.parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (has_part(parts, part_of_parameter(given.model().info().parameters[i].name)))
      parameters[i] = best.parameters()[i];
  }
  try {
    const Camera mixed(given.shared_model(), parameters, given.image_size());
    const MappingDifference difference = mapping_difference(mixed, best, mapping.grid);
    return mapping.compensate_rotation ? difference.compensated.k_px : difference.plain.k_px;
  } catch (const Error&) {  // parameters of two cameras need not make a third
    return std::numeric_limits<double>::quiet_NaN();
  }
}

/// The fewest parts that leave no more than half of the difference, and of as many those that leave least.
unsigned carrying_parts(const std::array<double, kAllCameraParts + 1>& left, double difference) {
  for (int count = 1; count < static_cast<int>(kCameraParts); ++count) {
    unsigned least = kAllCameraParts;
    for (unsigned parts = 1; parts < kAllCameraParts; ++parts) {
      if (std::popcount(parts) == count && (least == kAllCameraParts || left[parts] < left[least])) least = parts;
    }
    if (left[least] <= 0.5 * difference) return least;
  }
  return kAllCameraParts;
}

std::vector<CameraPart> differing_parts(const Camera& given, const Camera& best, double difference,
                                        const MappingErrorOptions& mapping) {
  std::array<double, kAllCameraParts + 1> left{};
  for (unsigned parts = 1; parts < kAllCameraParts; ++parts) left[parts] = left_with(parts, given, best, mapping);
  const unsigned carrying = carrying_parts(left, difference);
  std::vector<CameraPart> result;
  for (unsigned i = 0; i < kCameraParts; ++i) {
    const double still = left[1U << i];
    CameraPart part{.code = static_cast<CameraPartCode>(i), .left_px = image_length(still * still)};
    part.carries = has_part(carrying, part.code);
    if (part.code != CameraPartCode::kDistortion) {
      for (std::size_t k = 0; k < given.parameters().size(); ++k) {
        if (part_of_parameter(given.model().info().parameters[k].name) != part.code) continue;
        part.given.push_back(given.parameters()[k]);
        part.best.push_back(best.parameters()[k]);
      }
    }
    result.push_back(std::move(part));
  }
  return result;
}

}  // namespace

OptimumCheck check_optimum(const Calibration& fixed, const EvaluateOptions& evaluated,
                           const std::vector<Effect>& effects) {
  require_converged(fixed, "a check of the optimum");
  const int threads = evaluated.threads;
  OptimumCheck check;
  check.at_minimum = fixed.fit.at_minimum;
  check.cost = fixed.fit.cost;
  check.best_cost = fixed.fit.cost;
  if (check.at_minimum) return check;
  CalibrateOptions options = continued_from(fixed, threads);
  options.progress = uncounted(evaluated.progress);
  check.best = std::make_shared<const Calibration>(calibrate(fixed.observations, options));
  if (check.best->converged() && !effects.empty()) {
    CalibrateOptions freed = continued_from(*check.best, threads);
    freed.progress = options.progress;
    freed.effects = effects;
    Calibration with_effects = calibrate(fixed.observations, freed);
    if (with_effects.converged()) check.best = std::make_shared<const Calibration>(std::move(with_effects));
  }
  const Calibration& best = *check.best;
  if (!best.converged()) {
    check.problem = best.message;
    check.best = nullptr;
    return check;
  }
  check.best_cost = best.fit.cost;
  try {
    const MappingDifference difference = mapping_difference(*fixed.camera, *best.camera, evaluated.mapping.grid);
    check.difference_px = evaluated.mapping.compensate_rotation ? difference.compensated.k_px : difference.plain.k_px;
    check.parts = differing_parts(*fixed.camera, *best.camera, check.difference_px, evaluated.mapping);
    const Eigen::MatrixXd H = mapping_sensitivity(*best.camera, evaluated.mapping).H;
    check.expected_px = std::sqrt(error_bound(best, H, threads, options.progress).bound95);
    check.best_bias = bias_ratio(
        best, {.resamples = 0, .plain = evaluated.plain_bias, .threads = threads, .progress = options.progress});
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    check.problem = error.what();
  }
  return check;
}

}  // namespace fiducia

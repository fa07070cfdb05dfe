#include "fiducia/evaluate/halves.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "fiducia/core/error.h"
#include "fiducia/core/random.h"
#include "fiducia/evaluate/error_bound.h"
#include "fiducia/evaluate/image_length.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/evaluate/uncertainty_map.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

constexpr double kNotComparable = std::numeric_limits<double>::quiet_NaN();

/// Which half each used frame is drawn into.
std::vector<int> drawn_halves(std::size_t frames, std::uint64_t seed) {
  std::vector<std::size_t> order(frames);
  std::iota(order.begin(), order.end(), std::size_t{0});
  RandomStream random(seed);
  for (std::size_t i = 0; i + 1 < frames; ++i) {
    std::swap(order[i], order[i + random.index(static_cast<std::uint32_t>(frames - i))]);
  }
  std::vector<int> half(frames);
  for (std::size_t i = 0; i < frames; ++i) half[order[i]] = 2 * i < frames ? 0 : 1;
  return half;
}

Calibration calibrated_half(const Calibration& whole, const std::vector<int>& halves, int half,
                            const HalvesOptions& options) {
  CalibrateOptions how = continued_from(whole, options.threads);
  how.progress = uncounted(options.progress);
  how.leave_out.resize(whole.observations->frames.size());
  for (std::size_t j = 0; j < halves.size(); ++j) {
    if (halves[j] != half) how.leave_out[whole.frames[j].index] = "in the other half";
  }
  return calibrate(whole.observations, how);
}

}  // namespace

Halves halves_of(const Calibration& calibration, const HalvesOptions& options) {
  require_converged(calibration, "halves_of()");
  Halves result;
  const std::size_t frames = calibration.frames.size();
  result.second_frames = frames / 2;
  result.first_frames = frames - result.second_frames;
  if (frames < kFewestFramesOfTwoHalves) {
    result.problem =
        std::to_string(frames) + " frames are too few to split; it takes " + std::to_string(kFewestFramesOfTwoHalves);
    return result;
  }
  const std::vector<int> drawn = drawn_halves(frames, options.seed);
  try {
    std::array<std::vector<UncertaintyCell>, 2> sigmas;
    std::array<std::optional<Camera>, 2> cameras;
    double expected = 0;
    double bound = 0;
    for (std::size_t half = 0; half < 2; ++half) {
      const Calibration part = calibrated_half(calibration, drawn, static_cast<int>(half), options);
      if (!part.converged()) {
        result.problem = "a half of the frames cannot be calibrated: " + part.message;
        return result;
      }
      EstimatorInput input(part, {.method = Covariance::kCr2, .threads = options.threads});
      const ErrorBound error = error_bound(input, mapping_sensitivity(*part.camera, options.mapping).H);
      expected += error.error.mean;
      bound += error.bound95;
      sigmas[half] =
          uncertainty_map(*part.camera, covariance(input).matrix, {}, options.columns, options.rows, options.mapping)
              .cells;
      cameras[half] = part.camera;
    }
    GridOptions grid = options.mapping.grid;
    grid.columns = options.columns;
    grid.rows = options.rows;
    const MappingDifference difference = mapping_difference(*cameras[1], *cameras[0], grid);
    const bool rotated = options.mapping.compensate_rotation;
    const MappingOffset& apart = rotated ? difference.compensated : difference.plain;
    result.apart_px = image_length(apart.k);
    result.expected_px = image_length(expected);
    result.bound95_px = image_length(bound);
    result.columns = options.columns;
    result.rows = options.rows;
    for (std::size_t i = 0; i < apart.map.size(); ++i) {
      Halves::Cell cell{apart.map[i].comparable ? apart.map[i].difference.norm() : kNotComparable, kNotComparable};
      if (sigmas[0][i].in_domain && sigmas[1][i].in_domain) {
        cell.sigma_px = rotated ? std::hypot(sigmas[0][i].sigma_px, sigmas[1][i].sigma_px)
                                : std::hypot(sigmas[0][i].sigma_uncompensated_px, sigmas[1][i].sigma_uncompensated_px);
      }
      result.cells.push_back(cell);
    }
    result.problem.clear();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    result.problem = std::string("the halves cannot be compared: ") + error.what();
  }
  return result;
}

}  // namespace fiducia

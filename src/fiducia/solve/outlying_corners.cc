#include "fiducia/solve/outlying_corners.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/statistics.h"
#include "fiducia/core/words.h"
#include "fiducia/solve/usable_frames.h"

namespace fiducia {
namespace {

constexpr std::size_t kNeighbours = 8;
/// With fewer than this a median is no witness.
constexpr std::size_t kFewestNeighbours = 4;
/// Nobody misses a corner for less (px).
constexpr double kLeastDeviation = 0.1;

/// The corners of a frame nearest to corner i on the target.
std::vector<std::size_t> neighbours_of(std::size_t i, const std::vector<Corner>& corners,
                                       const std::vector<Vector3>& points) {
  std::vector<std::pair<double, std::size_t>> by_distance;
  const Vector3& here = points[static_cast<std::size_t>(corners[i].id)];
  for (std::size_t k = 0; k < corners.size(); ++k) {
    if (k != i) by_distance.emplace_back((points[static_cast<std::size_t>(corners[k].id)] - here).squaredNorm(), k);
  }
  const std::size_t count = std::min(kNeighbours, by_distance.size());
  std::partial_sort(by_distance.begin(), by_distance.begin() + static_cast<std::ptrdiff_t>(count), by_distance.end());
  std::vector<std::size_t> nearest;
  for (std::size_t k = 0; k < count; ++k) nearest.push_back(by_distance[k].second);
  return nearest;
}

/// Takes corners out of the observations, and says so.
class Sieve {
 public:
  explicit Sieve(const Observations& observations)
      : result_{.calibration = {.camera = nobody()}, .observations = observations} {}

  void leave_out_rarely_seen() {
    std::vector<const Frame*> frames;
    for (const Frame& frame : result_.observations.frames) frames.push_back(&frame);
    const std::vector<int> sightings = corner_sightings(frames, result_.observations.target.points.size());
    for (std::size_t j = 0; j < result_.observations.frames.size(); ++j) {
      remove_if(j, [&](std::size_t, const Corner& corner) -> std::string {
        const int count = sightings[static_cast<std::size_t>(corner.id)];
        if (count >= kFewestSightings) return {};
        return "seen in " + std::to_string(count) + " frame" + (count > 1 ? "s" : "") + " only, and where it is on a " +
               "free target takes " + std::to_string(kFewestSightings);
      });
    }
  }

  /// Whether there were any.
  bool leave_out_outliers(double sigmas, int threads) {
    const Calibration& calibration = result_.calibration;
    const std::vector<double> deviations = local_deviations(calibration, result_.observations, threads);
    if (deviations.empty()) return false;
    // The length of a vector of two normal coordinates has the median 1.1774 sigma.
    constexpr double kMedianLength = 1.1774;
    const double limit = std::max(kLeastDeviation, sigmas * median(deviations) / kMedianLength);
    std::size_t at = 0;
    bool any = false;
    for (const FrameFit& frame : calibration.frames) {
      const std::size_t first = at;
      at += result_.observations.frames[frame.index].corners.size();
      any |= remove_if(frame.index, [&](std::size_t i, const Corner&) -> std::string {
        const double deviation = deviations[first + i];
        if (!(deviation > limit)) return {};
        return in_digits(deviation, 3) + " px off from its neighbours, where " + in_digits(limit, 2) +
               " px is the limit";
      });
    }
    return any;
  }

  CleanCalibration& result() { return result_; }

 private:
  static Camera nobody() { return {model_named("pinhole"), model_named("pinhole").plain(1, 0, 0), {1, 1}}; }

  template <class Reason>
  bool remove_if(std::size_t frame_index, const Reason& reason_for) {
    Frame& frame = result_.observations.frames[frame_index];
    std::vector<Corner> kept;
    for (std::size_t i = 0; i < frame.corners.size(); ++i) {
      std::string reason = reason_for(i, frame.corners[i]);
      if (reason.empty()) {
        kept.push_back(frame.corners[i]);
      } else {
        result_.left_out.push_back({frame.name, frame_index, frame.corners[i].id, std::move(reason)});
      }
    }
    const bool any = kept.size() < frame.corners.size();
    frame.corners = std::move(kept);
    return any;
  }

  CleanCalibration result_;
};

}  // namespace

std::vector<double> local_deviations(const Calibration& calibration, const Observations& observations, int threads) {
  const std::vector<double> all = residuals(calibration, observations);
  std::vector<std::size_t> starts;
  std::size_t count = 0;
  for (const FrameFit& frame : calibration.frames) {
    starts.push_back(count);
    count += observations.frames[frame.index].corners.size();
  }
  std::vector<double> deviations(count);
  parallel_for(starts.size(), threads, [&](std::size_t j) {
    const std::vector<Corner>& corners = observations.frames[calibration.frames[j].index].corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const std::vector<std::size_t> neighbours = neighbours_of(i, corners, observations.target.points);
      if (neighbours.size() < kFewestNeighbours) continue;
      Vector2 deviation;
      for (std::size_t axis = 0; axis < 2; ++axis) {
        std::vector<double> theirs;
        for (const std::size_t k : neighbours) theirs.push_back(all[2 * (starts[j] + k) + axis]);
        deviation[static_cast<Eigen::Index>(axis)] = all[2 * (starts[j] + i) + axis] - median(theirs);
      }
      deviations[starts[j] + i] = deviation.norm();
    }
  });
  return deviations;
}

CleanCalibration calibrate_cleaned(const Observations& observations, const CalibrateOptions& options,
                                   const OutlierOptions& outliers) {
  if (!(outliers.sigmas >= 0)) {
    throw Error(ErrorCode::kBadOption, "outliers: the limit in standard deviations must not be negative");
  }
  validate(observations);
  Sieve sieve(observations);
  CleanCalibration& result = sieve.result();
  const bool free = options.target_shape == TargetShape::kFree && !options.fix_intrinsics;
  // Outliers are looked for with the target as it is said to be: a free one would follow them.
  CalibrateOptions flat = options;
  if (free) flat.target_shape = TargetShape::kPlanar;
  if (free) sieve.leave_out_rarely_seen();
  result.calibration = calibrate(result.observations, flat);
  for (int round = 0; outliers.sigmas > 0 && round < outliers.max_rounds; ++round) {
    if (!result.calibration.converged() || !sieve.leave_out_outliers(outliers.sigmas, options.threads)) break;
    if (free) sieve.leave_out_rarely_seen();
    result.calibration = calibrate(result.observations, flat);
  }
  if (free && result.calibration.converged()) result.calibration = calibrate(result.observations, options);
  return std::move(result);
}

}  // namespace fiducia

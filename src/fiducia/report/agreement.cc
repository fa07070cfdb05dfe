#include "fiducia/report/agreement.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/data/virtual_targets.h"

namespace fiducia {

void require_its_observations(const EvaluatedCalibration& calibration, const std::string& file_name,
                              const Observations& observations) {
  const auto other = [&](const std::string& what) {
    return Error(ErrorCode::kBadData, file_name + " was not made from these observations: " + what);
  };
  if (calibration.camera.image_size() != observations.image_size) {
    throw other("its images have " + to_string(calibration.camera.image_size()) + " pixels, these have " +
                to_string(observations.image_size));
  }
  const std::size_t points = calibration.target_points.size();
  if (points > 0 && points != observations.target.points.size()) {
    throw other("its target has " + std::to_string(points) + " corners, this one " +
                std::to_string(observations.target.points.size()));
  }
  std::set<std::string_view> names;
  for (const Frame& frame : observations.frames) names.insert(frame.name);
  for (const EvaluatedCalibration::Frame& frame : calibration.frames) {
    if (!names.contains(frame.name)) throw other("it has a frame '" + frame.name + "', they have none of that name");
  }
  const std::size_t its_tiles = calibration.bias.target_eps_px.size();
  if (const std::size_t tiles = virtual_targets(observations.target).size(); tiles != its_tiles) {
    throw other("bias.target_map has " + std::to_string(its_tiles) + " tiles, their target has " +
                std::to_string(tiles));
  }
}

void require_its_residuals(const EvaluatedCalibration& calibration, const std::string& file_name,
                           const std::vector<UsedFrame>& used) {
  double squares = 0;
  int coordinates = 0;
  for (const UsedFrame& frame : used) {
    for (const UsedCorner& corner : frame.corners) {
      squares += (corner.seen->weight * corner.residual_px).squaredNorm();
      coordinates += 2;
    }
  }
  const auto changed = [&](const std::string& what) {
    return Error(ErrorCode::kBadData, file_name + " does not agree with itself and these observations: " + what +
                                          "; was one of the files changed? Calibrate or evaluate again");
  };
  if (coordinates != calibration.n_observations) {
    throw changed("fit.n_observations is " + std::to_string(calibration.n_observations) + ", the frames hold " +
                  std::to_string(coordinates) + " coordinates");
  }
  constexpr double kAgree = 0.01;
  const double rmse = std::sqrt(squares / std::max(coordinates, 1));
  if (std::isfinite(rmse) && std::abs(rmse - calibration.rmse) > kAgree * calibration.rmse + 1e-6) {
    throw changed("fit.rmse is " + in_digits(calibration.rmse, 4) + " px, camera and poses leave " +
                  in_digits(rmse, 4) + " px");
  }
}

}  // namespace fiducia

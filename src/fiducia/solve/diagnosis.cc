#include "fiducia/solve/diagnosis.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/camera/spline.h"
#include "fiducia/core/statistics.h"
#include "fiducia/core/words.h"
#include "fiducia/solve/observability.h"
#include "fiducia/solve/usable_frames.h"

namespace fiducia {
namespace {

/// A standard deviation of the mapping beyond this part of the image's diagonal means that there is no calibration.
constexpr double kOpenSpread = 0.05;
/// Views that are tilted by less than this against the line of sight say next to nothing about the focal length.
constexpr double kFlatTilt_deg = 8;
constexpr double kUnusableRatio = 10;
constexpr double kUnusableDiagonals = 0.01;
constexpr std::size_t kMostRays = 120;
/// Corners farthest from the axis, which leave a model's domain first.
constexpr std::size_t kOutermost = 64;

double diagonal(ImageSize size) { return std::hypot(size.width, size.height); }

std::vector<Vector3> observed_rays(const Calibration& calibration) {
  std::vector<Vector3> rays;
  for (const FrameFit& frame : calibration.frames) {
    for (const Corner& corner : corners_of(calibration, frame)) {
      const Vector3 x = frame.camera_from_target * target_points(calibration)[static_cast<std::size_t>(corner.id)];
      rays.push_back(x.normalized());
    }
  }
  return rays;
}

std::vector<Vector3> thinned(const std::vector<Vector3>& rays, std::size_t most) {
  if (rays.size() <= most) return rays;
  std::vector<Vector3> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(rays[i * rays.size() / most]);
  return some;
}

/// The largest angle between a target's normal and the camera's axis.
double largest_tilt_deg(const Calibration& calibration, const BoardPlane& plane) {
  double largest = 0;
  for (const FrameFit& frame : calibration.frames) {
    const Vector3 normal = frame.camera_from_target.rotation * plane.plane_from_target.rotation.row(2).transpose();
    largest = std::max(largest, std::acos(std::min(1.0, std::abs(normal.z()))));
  }
  return largest * 180 / std::numbers::pi;
}

std::string open_message(const Calibration& calibration, const OpenDirection& direction) {
  std::string message =
      "the data do not determine " + some_of(direction.parameters, direction.parameters.size()) + ": ";
  message += std::isinf(direction.spread_px)
                 ? "a change of " + std::string(direction.parameters.size() > 1 ? "them together" : "it") +
                       " leaves every reprojection as it is"
                 : "at one standard deviation the mapping is off by " + in_digits(direction.spread_px, 2) + " px";
  constexpr int kFewest = 3;  // no model has fewer
  const std::string simpler = calibration.model->size() > kFewest ? ", or choose a model with fewer parameters" : "";
  const double tilt = largest_tilt_deg(calibration, fit_board_plane(calibration.observations->target.points));
  if (tilt < kFlatTilt_deg) {
    message += ". The board is parallel to the image plane in all frames (largest tilt " + in_digits(tilt, 2) +
               " degrees); take images with the board tilted by 30 to 45 degrees in different directions";
  } else if (calibration.frames.size() < 5) {
    message += ". " + std::to_string(calibration.frames.size()) +
               " frames are too few for this model; take more images, with the board tilted in different directions" +
               simpler;
  } else {
    message += ". Take images with the board tilted in different directions and in the image's corners" + simpler;
  }
  return message;
}

/// How many observed rays lie outside the domain. The outermost are looked at first: in nearly every calibration they
/// are inside, and then so are the others.
std::size_t rays_outside(const Camera& camera, std::vector<Vector3> rays) {
  const auto outside = [&](const Vector3& ray) { return !camera.in_domain(ray); };
  const auto middle = rays.begin() + static_cast<std::ptrdiff_t>(std::min(kOutermost, rays.size()));
  std::partial_sort(rays.begin(), middle, rays.end(), [](const Vector3& a, const Vector3& b) { return a.z() < b.z(); });
  if (std::none_of(rays.begin(), middle, outside)) return 0;
  return static_cast<std::size_t>(std::count_if(rays.begin(), rays.end(), outside));
}

/// Whether a part of the image has no ray. A domain has no holes: where the border is inside, all is.
bool is_blind_somewhere(const Camera& camera) {
  constexpr int kColumns = 20;
  constexpr int kRows = 15;
  const ImageSize size = camera.image_size();
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const bool outermost = row == 0 || row == kRows - 1 || column == 0 || column == kColumns - 1;
      const Vector2 u((column + 0.5) * size.width / kColumns - 0.5, (row + 0.5) * size.height / kRows - 0.5);
      if (outermost && !camera.unproject(u)) return true;
    }
  }
  return false;
}

/// Where the model's field ends inside what was observed, or inside the image.
void warn_of_domain(const Camera& camera, const std::vector<Vector3>& rays, std::vector<std::string>* warnings) {
  const std::string model(camera.model().info().name);
  if (as_spline(camera.model()) != nullptr) {
    if (const std::size_t outside = rays_outside(camera, rays); outside > 0) {
      warnings->push_back(std::to_string(outside) +
                          " observed corners lie where too few are to determine the knots of " + model +
                          ": there the camera has no ray; take more images there, or choose fewer knots");
    }
    return;
  }
  if (const std::size_t outside = rays_outside(camera, rays); outside > 0) {
    warnings->push_back(std::to_string(outside) + " observed corners lie beyond the field where " + model +
                        " is one-to-one: the model folds over inside the image and does not describe this lens; "
                        "choose another one");
  } else if (is_blind_somewhere(camera)) {
    warnings->push_back(model +
                        " as calibrated has no ray in parts of the image: it is valid only where corners were seen");
  }
}

}  // namespace

std::string too_little_data(const Observations& observations, const Model& model, const std::vector<UsedFrame>& used) {
  const std::string of = " of " + std::to_string(observations.frames.size()) + " frames ";
  if (used.empty()) {
    return "none" + of +
           "can be used: each shows fewer than four corners, or corners on one line, or corners that no "
           "pose explains; the reasons are listed by frame";
  }
  std::vector<const Frame*> frames;
  double coordinates = 0;
  for (const UsedFrame& frame : used) {
    frames.push_back(&observations.frames[frame.index]);
    coordinates += 2 * frame.weight * static_cast<double>(frames.back()->corners.size());
  }
  if (distinct_views(frames, 2) < 2) {
    return (used.size() == 1 ? "only one frame can be used"
                             : "all " + std::to_string(used.size()) + " usable frames show the same view") +
           std::string(
               ": one image of a flat target cannot tell the focal length and the principal point from the "
               "target's pose; take at least five images, with the board tilted in different directions");
  }
  const int unknowns = model.size() + 6 * static_cast<int>(used.size());
  if (coordinates <= unknowns) {
    return in_digits(coordinates, 6) + " coordinates for " + std::to_string(unknowns) +
           " unknowns: too few corners for model " + std::string(model.info().name);
  }
  return {};
}

std::string too_few_for_effects(const EffectLayout& layout, const std::vector<const Frame*>& frames) {
  constexpr std::size_t kFewestFrames = 4;
  const std::string what = "the effects " + names_of(layout.effects());
  if (frames.size() < kFewestFrames) {
    return what + " need at least " + std::to_string(kFewestFrames) + " frames, and there are " +
           std::to_string(frames.size()) + "; take more images, or calibrate without effects";
  }
  const int unknowns = kPoseSize + layout.frame_size();
  const auto enough = std::count_if(frames.begin(), frames.end(), [&](const Frame* frame) {
    return 2 * static_cast<int>(frame->corners.size()) >= 2 * unknowns;
  });
  if (2 * static_cast<std::size_t>(enough) >= frames.size()) return {};
  return what + " have " + std::to_string(unknowns) + " unknowns in every frame with its pose, and most frames show " +
         "fewer than " + std::to_string(unknowns) + " corners; take images that show more, or fewer effects";
}

std::string rarely_seen_corners(TargetShape shape, const std::vector<const Frame*>& frames, std::size_t corner_count) {
  if (shape != TargetShape::kFree) return {};
  std::vector<std::string> rare;
  const std::vector<int> sightings = corner_sightings(frames, corner_count);
  for (std::size_t id = 0; id < corner_count; ++id) {
    if (sightings[id] > 0 && sightings[id] < kFewestSightings) rare.push_back(std::to_string(id));
  }
  if (rare.empty()) return {};
  return "a free target shape needs every corner in at least " + std::to_string(kFewestSightings) +
         " frames, and corner" + (rare.size() > 1 ? "s " : " ") + some_of(rare, 10) +
         (rare.size() > 1 ? " are" : " is") + " in fewer; leave " + (rare.size() > 1 ? "them" : "it") +
         " out, take more images, or ask for the shape warp";
}

std::vector<std::string> unusable_frames(const std::vector<InitialPose>& poses, ImageSize image_size) {
  std::vector<double> typical;
  for (const InitialPose& initial : poses) {
    if (initial.pose) typical.push_back(initial.rmse);
  }
  const double limit = std::max(kUnusableRatio * median(typical), kUnusableDiagonals * diagonal(image_size));
  std::vector<std::string> reasons;
  for (const InitialPose& initial : poses) {
    if (!initial.pose) {
      reasons.push_back(initial.reason);
    } else if (initial.rmse > limit) {
      reasons.push_back("no pose explains its corners (" + in_digits(initial.rmse, 2) +
                        " px, where the median frame has " + in_digits(median(typical), 2) +
                        " px); are they in the right order?");
    } else {
      reasons.emplace_back();
    }
  }
  return reasons;
}

Diagnosis diagnose(const Calibration& calibration, const Eigen::MatrixXd& information, double variance,
                   bool with_warnings) {
  Diagnosis diagnosis;
  const std::vector<Vector3> rays = observed_rays(calibration);
  const OpenDirection direction = worst_direction(*calibration.camera, information, variance, thinned(rays, kMostRays));
  if (!(direction.spread_px < kOpenSpread * diagonal(calibration.observations->image_size))) {
    diagnosis.open = open_message(calibration, direction);
    return diagnosis;
  }
  if (with_warnings) warn_of_domain(*calibration.camera, rays, &diagnosis.warnings);
  return diagnosis;
}

std::string not_converged_message(SolverStatus status, const Calibration& calibration) {
  const std::string after = " after " + std::to_string(calibration.fit.iterations) + " iterations at an RMSE of " +
                            in_digits(calibration.fit.rmse, 3) + " px";
  switch (status) {
    case SolverStatus::kIterationLimit: return "not converged" + after + "; the model may not suit the lens";
    case SolverStatus::kStalled:
      return "stalled" + after + ": no step improves the fit; the model may not suit the lens";
    default: return "not converged" + after + ": the normal equations are singular; the data leave a parameter open";
  }
}

std::string target_in_words(const Target& target) {
  const std::string spec = target_spec(target);
  return (spec.empty() ? std::to_string(target.points.size()) + " points" : spec);
}

}  // namespace fiducia

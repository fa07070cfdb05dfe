#include "fiducia/guide/planning_camera.h"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/convert_model.h"
#include "fiducia/evaluate/mapping_grid.h"

namespace fiducia {
namespace {

/// What a lens may be off by before anything is known, of the image's diagonal.
constexpr double kGuessedSpread = 0.05;

/// Whether nearly all places of the image have a ray.
bool sees_the_image(const Camera& camera) {
  const GridOptions grid;
  constexpr double kNearlyAll = 0.97;
  int seen = 0;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      seen += camera.unproject(cell_centre(camera.image_size(), grid, column, row)) ? 1 : 0;
    }
  }
  return seen >= kNearlyAll * grid.columns * grid.rows;
}

/// The asked-for model with the lens that a simpler one finds; nothing where none does.
std::optional<Camera> simpler_lens(const Calibration& calibration, const InformationStateOptions& options) {
  const std::shared_ptr<const Model>& model = calibration.model;
  for (const std::string& name : {std::string(model->simpler()), std::string("radial1"), std::string("pinhole")}) {
    if (name.empty() || name == model->info().name || calibration.observations->frames.empty()) continue;
    try {
      const Calibration simple = calibrate(
          calibration.observations,
          {.model = name, .loss = calibration.loss, .threads = options.threads, .progress = options.progress});
      if (!simple.converged() || !sees_the_image(*simple.camera)) continue;
      Camera camera = convert_model(*simple.camera, model).camera;
      if (sees_the_image(camera)) return camera;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::kCancelled) throw;
      // What one model cannot do, the next may.
    }
  }
  return std::nullopt;
}

Camera usual_lens(const std::shared_ptr<const Model>& model, ImageSize size) {
  return {model, model->initial_parameters(size.width, 0.5 * size.width - 0.5, 0.5 * size.height - 0.5), size};
}

/// What the frames say at a camera that is not theirs.
void add_frames(const std::shared_ptr<const Observations>& observations, const InformationStateOptions& how,
                PlanningCamera* plan) {
  if (observations->frames.empty()) return;
  CalibrateOptions options;
  options.model = plan->camera.shared_model();
  options.initial.parameters = plan->camera.parameters();
  options.fix_intrinsics = true;
  options.threads = how.threads;
  options.progress = how.progress;
  try {
    const Calibration posed = calibrate(observations, options);
    for (const FrameInformation& frame : posed.information.frames) plan->information_state.A += frame.S();
    for (const FrameFit& frame : posed.frames) plan->poses.push_back(frame.camera_from_target);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    // Then the guess alone.
  }
}

}  // namespace

PlanningCamera planning_camera(const Calibration& calibration, const InformationStateOptions& options) {
  if (calibration.converged() && sees_the_image(*calibration.camera)) {
    PlanningCamera plan{*calibration.camera, information_state_of(calibration, options)};
    for (const FrameFit& frame : calibration.frames) plan.poses.push_back(frame.camera_from_target);
    return plan;
  }
  const ImageSize size = calibration.observations->image_size;
  const std::optional<Camera> simple = simpler_lens(calibration, options);
  const Camera camera = simple ? *simple : usual_lens(calibration.model, size);
  const double diagonal_px = std::hypot(size.width, size.height);
  PlanningCamera plan{
      camera, guessed_information_state(camera, kGuessedSpread * diagonal_px), true, {}, simple.has_value()};
  add_frames(calibration.observations, options, &plan);
  return plan;
}

}  // namespace fiducia

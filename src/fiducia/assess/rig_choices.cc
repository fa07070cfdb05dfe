#include "fiducia/assess/rig_choices.h"

#include <algorithm>
#include <cmath>

#include "fiducia/assess/chosen_calibration.h"
#include "fiducia/camera/spline.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/observed_field.h"
#include "fiducia/solve/effect_problem.h"

namespace fiducia {
namespace {

/// For a camera whose own views do not tell.
constexpr const char* kModestModel = "radial2";

AssessOptions own_options(const RigAssessOptions& options, std::size_t camera) {
  AssessOptions own;
  own.model = request_of(options, camera);
  own.candidates = options.candidates;
  own.target_shape = options.target_shape;
  own.effects = options.effects;
  own.loss = options.loss;
  own.outliers = options.outliers;
  own.leave_out_outlying = false;  // an instant belongs to all cameras
  own.splines = false;             // not unasked
  own.evaluation.seed = options.seed;
  own.evaluation.threads = options.threads;
  own.progress = uncounted(options.progress);
  return own;
}

/// A splined lens with as many knots as a rig takes, where more were chosen for the camera by itself.
std::shared_ptr<const Model> fit_for_rig(const std::shared_ptr<const Model>& model) {
  if (can_have_effects(*model)) return model;
  SplineGrid grid = as_spline(*model)->grid();
  const double part = std::sqrt(static_cast<double>(kMostKnotsWithEffects) / grid.knots());
  grid.columns = std::max(grid.order + 2, static_cast<int>(part * grid.columns));
  grid.rows = std::max(grid.order + 2, static_cast<int>(part * grid.rows));
  while (grid.knots() > kMostKnotsWithEffects) --(grid.columns > grid.rows ? grid.columns : grid.rows);
  return std::make_shared<const SplineModel>(grid);
}

/// The lenses of the explanations that the camera's own views have.
std::vector<std::shared_ptr<const Model>> other_lenses(const ChosenCalibration& chosen, const AssessOptions& own) {
  std::vector<std::shared_ptr<const Model>> models;
  const auto add = [&](const Explanation& one) {
    const std::shared_ptr<const Model>& model = one.calibration.model;
    const auto same = [&](const auto& known) { return same_model(*known, *model); };
    const auto& allowed = own.candidates;
    if (!allowed.empty() && std::none_of(allowed.begin(), allowed.end(), same)) return;
    if (as_spline(*model) == nullptr && std::none_of(models.begin(), models.end(), same)) models.push_back(model);
  };
  if (chosen.explained) {
    add(*chosen.explained->found.best);
    add(*chosen.explained->found.full);
    return models;
  }
  ExplanationOptions how = explanation_options(own, chosen.selection.has_value());
  how.splines = false;
  if (std::optional<Explanation> lean = explanation_of(chosen.clean.calibration, how)) {
    const FoundExplanations found = find_explanations(std::move(*lean), how);
    add(*found.best);
    add(*found.full);
  }
  return models;
}

/// Models that may be tried for a lens that was seen so far from its axis.
std::vector<std::shared_ptr<const Model>> models_within(double field_deg, const RigAssessOptions& options) {
  std::vector<std::shared_ptr<const Model>> models = models_for(field_deg);
  if (options.candidates.empty()) return models;
  std::erase_if(models, [&](const auto& model) {
    const auto same = [&](const auto& other) { return same_model(*model, *other); };
    return std::none_of(options.candidates.begin(), options.candidates.end(), same);
  });
  return models;
}

}  // namespace

const ModelRequest& request_of(const RigAssessOptions& options, std::size_t camera) {
  return options.models[options.models.size() == 1 ? 0 : camera];
}

RigChoices choose_alone(const RigObservations& rig, const RigAssessOptions& options) {
  RigChoices choices{.observations = rig};
  double field_deg = 0;
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    const AssessOptions own = own_options(options, c);
    const ChosenCalibration chosen =
        calibrate_as_asked(std::make_shared<const Observations>(camera_observations(rig, c)), own);
    const Calibration& calibration = chosen.clean.calibration;
    if (!calibration.converged()) {
      const ModelRequest& request = request_of(options, c);
      choices.models.push_back(request.is_auto() ? ModelChoice(kModestModel) : *request.choice());
      choices.other_models.emplace_back();
      choices.left_out.emplace_back();
      continue;
    }
    choices.models.emplace_back(fit_for_rig(calibration.model));
    field_deg = std::max(field_deg, observed_field_deg(calibration));
    choices.other_models.push_back(other_lenses(chosen, own));
    const std::vector<std::size_t> instants = instants_of(rig, c);
    for (std::size_t j = 0; j < instants.size(); ++j) {
      choices.observations.instants[instants[j]].frames[c]->corners = calibration.observations->frames[j].corners;
    }
    choices.left_out.push_back(chosen.clean.left_out);
  }
  choices.for_all = models_within(field_deg, options);
  return choices;
}

}  // namespace fiducia

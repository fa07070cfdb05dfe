#include "fiducia/assess/select_rig.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "fiducia/assess/rig_comparison.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/observed_field.h"

namespace fiducia {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool same_models(const std::vector<std::shared_ptr<const Model>>& a,
                 const std::vector<std::shared_ptr<const Model>>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& one, const auto& other) { return same_model(*one, *other); });
}

/// Models that are worth trying for the lens of any of the cameras, in the order of the registry.
std::vector<std::shared_ptr<const Model>> candidates_of(const RigAssessment& own) {
  if (!own.calibration.converged()) return models_for_any_lens();
  std::vector<std::shared_ptr<const Model>> wanted;
  for (std::size_t c = 0; c < own.calibration.cameras.size(); ++c) {
    for (const auto& model : models_for(observed_field_deg(camera_view(own.calibration, c)))) wanted.push_back(model);
  }
  std::vector<std::shared_ptr<const Model>> models;
  for (const auto& model : all_models()) {
    const auto same = [&](const auto& other) { return same_model(*other, *model); };
    if (std::any_of(wanted.begin(), wanted.end(), same)) models.push_back(model);
  }
  return models;
}

/// Why a calibrated rig is out of the question; empty where it is not.
std::string problem_of(const RigCalibration& rig) {
  if (!rig.converged()) return rig.message;
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    if (const int outside = corners_outside_domain(camera_view(rig, c)); outside > 0) {
      return "folds over inside the image of " + rig.cameras[c].name + ", where " + std::to_string(outside) +
             " corners were seen";
    }
  }
  return {};
}

std::string name_of_row(const RigSelectEntry& entry, const std::vector<std::string>& cameras) {
  if (entry.has_one_model()) return std::string(entry.models.front()->info().name) + " for all cameras";
  std::string text;
  for (std::size_t c = 0; c < cameras.size(); ++c) {
    text += (c > 0 ? ", " : "") + std::string(entry.models[c]->info().name) + " for " + cameras[c];
  }
  return text;
}

std::string weakest_in_words(const RigSelectEntry& entry, const std::vector<std::string>& cameras, SelectBy by) {
  const std::string rmse = "RMSE " + in_digits(entry.calibration->fit.rmse, 3) + " px";
  if (by == SelectBy::kBic) return "BIC " + in_digits(entry.bic, 3) + " above the least (" + rmse + ")";
  const RigSelectFigure& figure = entry.figures[entry.weakest];
  if (!std::isfinite(figure.total_px)) return "expected error not known (" + rmse + "; too few instants)";
  const std::string what = figure.cameras.size() == 1
                               ? cameras[figure.cameras[0]]
                               : "rows of " + cameras[figure.cameras[0]] + " and " + cameras[figure.cameras[1]];
  return "weakest is " + what + ", expected error " + in_digits(figure.total_px, 3) + " px (" + rmse + ")";
}

/// The recommended one against the best of those with fewer parameters, and the best of those with more.
std::string reason_for(const RigSelection& selection, SelectBy by) {
  const RigSelectEntry& best = selection.entries[*selection.recommended];
  const int size = best.calibration->fit.n_parameters;
  const auto criterion = [&](const RigSelectEntry& entry) {
    return by == SelectBy::kBic ? entry.bic : entry.total_px();
  };
  const RigSelectEntry* leaner = nullptr;
  const RigSelectEntry* richer = nullptr;
  for (const RigSelectEntry& entry : selection.entries) {
    if (!entry.problem.empty() || &entry == &best) continue;
    const RigSelectEntry*& side = entry.calibration->fit.n_parameters <= size ? leaner : richer;
    if (side == nullptr || criterion(entry) < criterion(*side)) side = &entry;
  }
  const auto described = [&](const RigSelectEntry& entry) {
    return name_of_row(entry, selection.camera_names) + ": " + weakest_in_words(entry, selection.camera_names, by);
  };
  std::string text = described(best);
  if (leaner == nullptr && richer == nullptr) return text + "; no other can be calibrated";
  if (leaner != nullptr) text += "; with fewer parameters at best " + described(*leaner);
  if (richer != nullptr) {
    text += "; with more at best " + described(*richer);
    if (by == SelectBy::kTotalError && criterion(*richer) <= criterion(best)) {
      text += ", too small a gain for what it takes";
    }
  }
  return text;
}

TriedRig try_rig(const RigObservations& observations, std::vector<std::shared_ptr<const Model>> models,
                 TargetShape shape, const RigSelectOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  RigCalibrateOptions how;
  how.models.assign(models.begin(), models.end());
  how.loss = options.loss;
  how.target_shape = shape;
  how.threads = options.threads;
  how.progress = uncounted(options.progress);
  TriedRig tried{{.models = std::move(models)}};
  RigCalibration calibration = calibrate_rig(observations, how);
  tried.entry.problem = problem_of(calibration);
  if (tried.entry.problem.empty()) {
    tried.explanation = rig_explanation_of(std::move(calibration), options.threads, uncounted(options.progress));
    if (!tried.explanation) tried.entry.problem = "too few instants to tell how certain it is";
  }
  if (tried.explanation) tried.entry.calibration = tried.explanation->calibration;
  tried.entry.seconds = seconds_since(start);
  return tried;
}

/// The row of each camera's own choice, from the assessment.
TriedRig own_row(const RigAssessment& own, double seconds) {
  TriedRig tried;
  tried.entry.is_own_choice = true;
  tried.entry.seconds = seconds;
  for (const RigCameraFit& camera : own.calibration.cameras) {
    tried.entry.models.push_back(camera.camera.shared_model());
  }
  tried.entry.problem = problem_of(own.calibration);
  if (!tried.entry.problem.empty()) return tried;
  tried.explanation = own.lean;
  tried.entry.calibration = own.lean->calibration;
  return tried;
}

}  // namespace

bool RigSelectEntry::has_one_model() const {
  return std::all_of(models.begin(), models.end(), [&](const auto& one) { return same_model(*one, *models.front()); });
}

RigSelection select_rig(const RigObservations& observations, const RigSelectOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const RigAssessment own = assess_rig(observations, own_choice_options(options));
  TriedRig chosen = own_row(own, seconds_since(start));
  const RigObservations& seen = own.calibration.converged() ? *own.calibration.observations : observations;
  const TargetShape shape = own.calibration.converged() ? own.calibration.target.basis.shape()
                                                        : options.target_shape.value_or(TargetShape::kPlanar);
  const std::vector<std::shared_ptr<const Model>> models = options.models.empty() ? candidates_of(own) : options.models;
  std::vector<TriedRig> rows;
  bool own_is_there = !own.calibration.converged();
  report_progress(options.progress, 1, models.size() + 1);
  for (std::size_t i = 0; i < models.size(); ++i) {
    std::vector<std::shared_ptr<const Model>> for_all(observations.cameras.size(), models[i]);
    if (own.calibration.converged() && same_models(for_all, chosen.entry.models)) {
      rows.push_back(chosen);
      own_is_there = true;
    } else {
      rows.push_back(try_rig(seen, std::move(for_all), shape, options));
    }
    report_progress(options.progress, i + 2, models.size() + 1);
  }
  if (!own_is_there) rows.push_back(std::move(chosen));
  RigSelection selection = compare_rigs(std::move(rows), own, options);
  selection.target_shape = shape;
  for (const RigCamera& camera : observations.cameras) selection.camera_names.push_back(camera.name);
  selection.left_out_instants = own.left_out_instants;
  for (const RigCameraAssessment& camera : own.cameras) selection.left_out_corners.push_back(camera.left_out_corners);
  selection.reason =
      selection.recommended ? reason_for(selection, options.by) : "no model makes a rig of these observations";
  return selection;
}

}  // namespace fiducia

#include "fiducia/evaluate/select.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/convert_model.h"
#include "fiducia/evaluate/covariance.h"
#include "fiducia/evaluate/cross_validation.h"
#include "fiducia/evaluate/observed_field.h"
#include "fiducia/evaluate/tile_fits.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

constexpr double kFitsAsWell = 1.1;

std::string name_of(const SelectEntry& entry) { return std::string(entry.calibration.model->info().name); }

/// Fills in what the table shows of a calibration.
void examine(const SelectOptions& options, SelectEntry* entry) {
  const Calibration& calibration = entry->calibration;
  if (!calibration.converged()) {
    entry->problem = calibration.message;
    return;
  }
  if (const int outside = corners_outside_domain(calibration); outside > 0) {
    entry->problem = "folds over inside the image, where " + std::to_string(outside) + " corners were seen";
    return;
  }
  try {
    entry->bias = bias_ratio(calibration, {.resamples = options.bias_resamples,
                                           .plain = options.plain_bias,
                                           .seed = options.seed,
                                           .threads = options.threads,
                                           .progress = uncounted(options.progress)});
    const CovarianceOptions how{.threads = options.threads, .progress = uncounted(options.progress)};
    const Eigen::MatrixXd H = mapping_sensitivity(*calibration.camera, options.mapping).H;
    const ExpectedError cr2 = expected_error(H, covariance(calibration, how).matrix);
    entry->eme_std = expected_error(H, calibration.covariance_std).mean;
    entry->eme_cr2 = cr2.mean;
    entry->k_95 = cr2.distribution.quantile(0.95);
    entry->held_out_px = options.cross_validation ? cross_validate(calibration, 25, options.threads, how.progress).rmse
                                                  : std::numeric_limits<double>::quiet_NaN();
    if (std::isinf(entry->held_out_px)) entry->problem = "cannot be calibrated when single frames are left out";
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kBadOption || error.code() == ErrorCode::kCancelled) throw;  // not the model's fault
    entry->problem = error.what();
  }
}

/// From the camera and the poses that are known; nothing where the model cannot follow them.
std::optional<Calibration> calibrate_from_known(const std::shared_ptr<const Model>& model,
                                                const std::shared_ptr<const Observations>& observations,
                                                const SelectOptions& options) {
  if (options.known == nullptr) return std::nullopt;
  try {
    CalibrateOptions how = continued_from(*options.known, options.threads);
    how.model = model;
    how.loss = options.loss;
    how.progress = uncounted(options.progress);
    how.target_shape = options.target_shape;
    how.initial.target_points.clear();
    std::optional<std::vector<double>> lens = lens_like(*options.known, *model);
    if (!lens) return std::nullopt;
    how.initial.parameters = std::move(*lens);
    Calibration calibration = calibrate(observations, how);
    if (calibration.converged()) return calibration;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;  // otherwise as if nothing were known
  }
  return std::nullopt;
}

SelectEntry try_model(const std::shared_ptr<const Model>& model,
                      const std::shared_ptr<const Observations>& observations, const SelectOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  std::optional<Calibration> known = calibrate_from_known(model, observations, options);
  SelectEntry entry{.calibration = known ? std::move(*known)
                                         : calibrate(observations, {.model = model,
                                                                    .loss = options.loss,
                                                                    .target_shape = options.target_shape,
                                                                    .threads = options.threads,
                                                                    .progress = uncounted(options.progress)})};
  examine(options, &entry);
  entry.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return entry;
}

/// N log(RSS/N), with the residuals as the loss weighs them.
double deviance(const SelectEntry& entry) {
  const FitSummary& fit = entry.calibration.fit;
  return fit.n_observations * std::log(std::max(fit.cost / fit.n_observations, kRounding_px * kRounding_px));
}

/// Only models that use the same frames can be compared by how well they fit: those that use as many as any, and the
/// same as the first of these.
void require_same_frames(std::vector<SelectEntry>* entries) {
  const auto frames_of = [](const SelectEntry& entry) {
    std::vector<std::size_t> indices;
    for (const FrameFit& frame : entry.calibration.frames) indices.push_back(frame.index);
    return indices;
  };
  std::vector<std::size_t> most;
  for (const SelectEntry& entry : *entries) {
    if (entry.problem.empty() && entry.calibration.frames.size() > most.size()) most = frames_of(entry);
  }
  for (SelectEntry& entry : *entries) {
    if (entry.problem.empty() && frames_of(entry) != most) {
      entry.problem = "explains " + std::to_string(entry.calibration.frames.size()) +
                      " frames, not the same as the models that explain " + std::to_string(most.size());
    }
  }
}

double frame_disagreement(const std::vector<const SelectEntry*>& entries) {
  double least = std::numeric_limits<double>::infinity();
  for (const SelectEntry* entry : entries) least = std::min(least, entry->calibration.fit.rmse);
  std::vector<double> ratios;
  for (const SelectEntry* entry : entries) {
    if (entry->calibration.fit.rmse <= kFitsAsWell * least && entry->eme_std > 0) {
      ratios.push_back(entry->eme_cr2 / entry->eme_std);
    }
  }
  return ratios.empty() ? 1 : std::max(1.0, median(std::move(ratios)));
}

/// Differences to the least of each criterion.
void score(Selection* selection) {
  std::vector<SelectEntry*> entries;
  std::vector<const SelectEntry*> seen;
  for (SelectEntry& entry : selection->entries) {
    if (!entry.problem.empty()) continue;
    entries.push_back(&entry);
    seen.push_back(&entry);
  }
  if (entries.empty()) return;
  selection->disagreement = frame_disagreement(seen);
  for (SelectEntry* entry : entries) {
    const double intrinsics = entry->calibration.model->size();
    const double penalty = intrinsics * std::log(entry->calibration.fit.n_observations);
    entry->aic = deviance(*entry) + 2 * intrinsics;
    entry->bic = deviance(*entry) + penalty;
    entry->score = deviance(*entry) / selection->disagreement + penalty;
  }
  const auto relative = [&](double SelectEntry::*member) {
    double least = std::numeric_limits<double>::infinity();
    for (const SelectEntry* entry : entries) least = std::min(least, entry->*member);
    for (SelectEntry* entry : entries) entry->*member -= least;
  };
  relative(&SelectEntry::aic);
  relative(&SelectEntry::bic);
  relative(&SelectEntry::score);
  for (std::size_t i = 0; i < selection->entries.size(); ++i) {
    const SelectEntry& entry = selection->entries[i];
    if (entry.problem.empty() && entry.score == 0 && !selection->recommended) selection->recommended = i;
  }
}

/// The runners-up on either side: the best simpler model, and the best richer one.
std::string why(const Selection& selection) {
  const SelectEntry& best = selection.entries[*selection.recommended];
  const int size = best.calibration.model->size();
  const SelectEntry* simpler = nullptr;
  const SelectEntry* richer = nullptr;
  for (const SelectEntry& entry : selection.entries) {
    if (!entry.problem.empty() || &entry == &best) continue;
    const SelectEntry*& side = entry.calibration.model->size() <= size ? simpler : richer;
    if (side == nullptr || entry.score < side->score) side = &entry;
  }
  const auto rmse = [](const SelectEntry& entry) { return in_digits(entry.calibration.fit.rmse, 3) + " px"; };
  std::string text = name_of(best) + ": ";
  if (simpler != nullptr) {
    const std::string ours = in_digits(best.bias.headline().eps_px);
    const std::string theirs = in_digits(simpler->bias.headline().eps_px);
    text += "it fits better than " + name_of(*simpler) +
            " by more than chance and the disagreement of the frames explain (RMSE " + rmse(best) + " against " +
            rmse(*simpler) + (ours == theirs ? "" : ", systematic part " + ours + " against " + theirs + " px") + ")";
  }
  if (richer != nullptr) {
    const int extra = richer->calibration.model->size() - size;
    text += std::string(simpler != nullptr ? ", and " : "") +
            (extra == 1 ? "the extra parameter of " + name_of(*richer) + " improves"
                        : "the " + std::to_string(extra) + " extra parameters of " + name_of(*richer) + " improve") +
            " the fit too little to be worth the risk (RMSE " + rmse(*richer) + ")";
  }
  if (simpler == nullptr && richer == nullptr) text += "the only model that fits";
  return text;
}

std::vector<std::shared_ptr<const Model>> models_for(double field_deg) {
  std::vector<std::shared_ptr<const Model>> models;
  for (const std::shared_ptr<const Model>& model : all_models()) {
    const FieldRange range = model->info().field;
    if (field_deg >= range.least_deg && field_deg <= range.most_deg) models.push_back(model);
  }
  return models;
}

}  // namespace

Selection select_model(const Observations& observations, const SelectOptions& options) {
  return select_model(std::make_shared<const Observations>(observations), options);
}

Selection select_model(const std::shared_ptr<const Observations>& observations, const SelectOptions& options) {
  Selection selection;
  std::vector<std::shared_ptr<const Model>> models = options.models;
  std::optional<SelectEntry> wide_fit;  // a model for any lens tells how wide this one is
  if (models.empty()) {
    wide_fit = try_model(make_model("fisheye"), observations, options);
    if (wide_fit->calibration.converged()) {
      selection.field_deg = observed_field_deg(wide_fit->calibration);
      models = models_for(selection.field_deg);
    } else {
      models = {all_models().begin(), all_models().end()};
    }
  }
  for (std::size_t i = 0; i < models.size(); ++i) {
    const bool known = wide_fit && same_model(*models[i], *wide_fit->calibration.model);
    selection.entries.push_back(known ? *wide_fit : try_model(models[i], observations, options));
    report_progress(options.progress, i + 1, models.size());
  }
  require_same_frames(&selection.entries);
  score(&selection);
  selection.reason = selection.recommended ? why(selection) : "no model fits these observations";
  return selection;
}

}  // namespace fiducia

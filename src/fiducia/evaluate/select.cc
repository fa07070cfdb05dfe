#include "fiducia/evaluate/select.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/cross_validation.h"
#include "fiducia/evaluate/expected_total.h"
#include "fiducia/evaluate/explanation.h"
#include "fiducia/evaluate/image_length.h"
#include "fiducia/evaluate/marginal_cost.h"
#include "fiducia/evaluate/model_weights.h"
#include "fiducia/evaluate/observed_field.h"
#include "fiducia/evaluate/spline_ladder.h"
#include "fiducia/evaluate/tile_fits.h"

namespace fiducia {
namespace {

constexpr double kFitsAsWell = 1.1;

std::string name_of(const SelectEntry& entry) { return std::string(entry.calibration.model->info().name); }

/// A line of the table, and what it is compared by; nothing where it has a problem.
struct Tried {
  SelectEntry entry;
  std::optional<Explanation> explanation = {};
};

using Explanations = std::vector<std::optional<Explanation>>;

ExplanationOptions explanation_options(const SelectOptions& options) {
  ExplanationOptions how;
  how.mapping = options.mapping;
  how.threads = options.threads;
  how.progress = uncounted(options.progress);
  return how;
}

/// Fills in what the table shows of a calibration.
void examine(const SelectOptions& options, SelectEntry* entry, std::optional<Explanation>* explanation) {
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
    *explanation = require_explanation(calibration, explanation_options(options));
    entry->eme_std = (*explanation)->random_std;
    entry->eme_cr2 = (*explanation)->random.error.mean;
    entry->bound95 = (*explanation)->random.bound95;
    entry->without_ray = (*explanation)->without_ray;
    entry->held_out_px = options.cross_validation
                             ? cross_validate(calibration, 25, options.threads, uncounted(options.progress)).rmse
                             : std::numeric_limits<double>::quiet_NaN();
    if (std::isinf(entry->held_out_px)) entry->problem = "cannot be calibrated when single frames are left out";
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kBadOption || error.code() == ErrorCode::kCancelled) throw;  // not the model's fault
    entry->problem = error.what();
  }
}

Tried try_model(const std::shared_ptr<const Model>& model, const std::shared_ptr<const Observations>& observations,
                const SelectOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  CalibrateOptions how{.model = model,
                       .loss = options.loss,
                       .target_shape = options.target_shape,
                       .effects = options.effects,
                       .leave_out = options.leave_out,
                       .threads = options.threads,
                       .progress = uncounted(options.progress)};
  how.model = with_chosen_knots(model, observations, how, explanation_options(options));
  SelectEntry entry{.calibration = calibrate(observations, how)};
  Tried tried{std::move(entry)};
  examine(options, &tried.entry, &tried.explanation);
  tried.entry.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return tried;
}

/// N log(RSS/N), with the residuals as the loss weighs them and effects of single frames as in a marginal likelihood.
double deviance(const SelectEntry& entry) {
  const int n = entry.calibration.fit.n_observations;
  return n * std::log(std::max(marginal_cost(entry.calibration) / n, kRounding_px * kRounding_px));
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
  return disagreement_of_models(std::move(ratios));
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
    const double intrinsics = lens_parameters(entry->calibration);
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
}

/// Without those that are out, or that have more parameters than the frames can tell apart: what frames say of a camera
/// by disagreeing has no more directions than there are frames.
Explanations in_question(const std::vector<SelectEntry>& entries, Explanations explanations) {
  constexpr int kUsual = 8;  // as many as a camera with radial and tangential distortion has
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Calibration& calibration = entries[i].calibration;
    const bool carried = frames_can_tell(calibration, calibration.model->size() <= kUsual ? 2 : 1);
    if (!entries[i].problem.empty() || !carried) explanations[i].reset();
  }
  return explanations;
}

std::optional<std::size_t> least_bic(const std::vector<SelectEntry>& entries) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].problem.empty() && (!best || entries[i].bic < entries[*best].bic)) best = i;
  }
  return best;
}

/// Scores the entries and recommends one.
void decide(const SelectOptions& options, const Explanations& all, Selection* selection) {
  require_same_frames(&selection->entries);
  score(selection);
  const Explanations explanations = in_question(selection->entries, all);
  const ExpectedTotals expected = expected_totals(explanations, selection->disagreement, options.mapping);
  for (std::size_t i = 0; i < expected.totals.size(); ++i) {
    if (selection->entries[i].problem.empty()) selection->entries[i].total = expected.totals[i];
  }
  selection->recommended =
      options.by == SelectBy::kBic ? least_bic(selection->entries) : least_wrong(explanations, expected);
  selection->doubt = {};
  if (selection->recommended && explanations[*selection->recommended]) {
    selection->doubt = doubt_about(explanations, expected.doubt, *selection->recommended, options.mapping);
  }
}

/// A splined lens, where the recommended one leaves something systematic.
std::optional<Tried> try_spline(const Selection& selection, const SelectOptions& options) {
  constexpr double kClearlySystematic = 0.001;
  constexpr int kCubic = 3;
  if (!selection.recommended || !options.effects.empty()) return std::nullopt;
  const SelectEntry& best = selection.entries[*selection.recommended];
  if (best.bias.p_value > kClearlySystematic) return std::nullopt;
  const auto start = std::chrono::steady_clock::now();
  const WarmStart how{.loss = options.loss,
                      .target_shape = options.target_shape,
                      .threads = options.threads,
                      .progress = uncounted(options.progress)};
  const std::optional<ChosenKnots> chosen = choose_knots(best.calibration, kCubic, how, explanation_options(options));
  if (!chosen) return std::nullopt;
  Tried tried{{.calibration = chosen->explanation.calibration}};
  examine(options, &tried.entry, &tried.explanation);
  tried.entry.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return tried;
}

std::string parameters_against(int difference) {
  if (difference == 0) return "as many parameters";
  const int count = std::abs(difference);
  return std::to_string(count) + (count == 1 ? " parameter " : " parameters ") + (difference > 0 ? "more" : "fewer");
}

std::string expected_in_words(const SelectEntry& entry) { return in_digits(image_length(entry.total), 3); }

/// The runners-up on either side: the best simpler model, and the best richer one.
std::string why(const Selection& selection, SelectBy by) {
  const SelectEntry& best = selection.entries[*selection.recommended];
  const int size = lens_parameters(best.calibration);
  const SelectEntry* simpler = nullptr;
  const SelectEntry* richer = nullptr;
  const auto criterion = [&](const SelectEntry& entry) { return by == SelectBy::kBic ? entry.bic : entry.total; };
  for (const SelectEntry& entry : selection.entries) {
    if (!entry.problem.empty() || &entry == &best) continue;
    const SelectEntry*& side = lens_parameters(entry.calibration) <= size ? simpler : richer;
    if (side == nullptr || criterion(entry) < criterion(*side)) side = &entry;
  }
  std::string text = name_of(best) + ": ";
  if (simpler == nullptr && richer == nullptr) return text + "the only model that fits";
  const auto described = [&](const SelectEntry& entry) {
    std::string rmse = "RMSE " + in_digits(entry.calibration.fit.rmse, 3) + " px";
    if (by == SelectBy::kBic) return "BIC " + in_digits(entry.bic, 3) + " above the least (" + rmse + ")";
    if (entry.without_ray > 0) rmse += ", no ray for " + in_digits(100 * entry.without_ray) + "% of the image";
    // Not the total error of the camera that is taken: its shape of the target, and its effects, may yet be others.
    const std::string whichever = &entry == &best ? " whichever lens model is right" : "";
    return (std::isfinite(entry.total) ? "expected error " + expected_in_words(entry) + " px" + whichever + " ("
                                       : "expected error not known, too many parameters for so few frames (") +
           rmse + ")";
  };
  const auto against = [&](const SelectEntry& entry) {
    return "; " + name_of(entry) + ", " + parameters_against(lens_parameters(entry.calibration) - size) + ": " +
           described(entry);
  };
  text += described(best);
  if (simpler != nullptr) text += against(*simpler);
  if (richer != nullptr) {
    text += against(*richer);
    if (by == SelectBy::kTotalError && richer->total <= best.total) {
      text +=
          expected_in_words(*richer) == expected_in_words(best) ? ", no gain" : ", too small a gain for what it takes";
    }
  }
  return text;
}

}  // namespace

Selection select_model(const Observations& observations, const SelectOptions& options) {
  return select_model(std::make_shared<const Observations>(observations), options);
}

Selection select_model(const std::shared_ptr<const Observations>& observations, const SelectOptions& options) {
  Selection selection;
  std::vector<std::shared_ptr<const Model>> models = options.models;
  std::optional<Tried> wide_fit;  // a model for any lens tells how wide this one is
  if (models.empty()) {
    wide_fit = try_model(make_model("fisheye"), observations, options);
    if (wide_fit->entry.calibration.converged()) {
      selection.field_deg = observed_field_deg(wide_fit->entry.calibration);
      models = models_for(selection.field_deg);
    } else {
      models = models_for_any_lens();
    }
  }
  Explanations explanations;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const bool known = wide_fit && same_model(*models[i], *wide_fit->entry.calibration.model);
    Tried tried = known ? *wide_fit : try_model(models[i], observations, options);
    selection.entries.push_back(std::move(tried.entry));
    explanations.push_back(std::move(tried.explanation));
    report_progress(options.progress, i + 1, models.size());
  }
  decide(options, explanations, &selection);
  if (options.models.empty() && options.splines) {
    if (std::optional<Tried> spline = try_spline(selection, options)) {
      selection.entries.push_back(std::move(spline->entry));
      explanations.push_back(std::move(spline->explanation));
      decide(options, explanations, &selection);
    }
  }
  selection.reason = selection.recommended ? why(selection, options.by) : "no model fits these observations";
  return selection;
}

}  // namespace fiducia

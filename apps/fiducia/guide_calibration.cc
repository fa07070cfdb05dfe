#include "apps/fiducia/guide_calibration.h"

#include "apps/fiducia/assessment_output.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/progress_bar.h"
#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"
#include "fiducia/core/words.h"

namespace fiducia {
namespace {

AssessOptions options_for(const ReadObservations& input, const GuideCommandOptions& options, const Streams& streams) {
  AssessOptions how = guide_assessment(options);
  how.evaluation.mapping = mapping_options(options.evaluation, input.observations);
  how.progress = progress_bar(streams, options.common, "models and causes");
  return how;
}

/// Nothing where the frames carry no calibration that could be assessed.
std::optional<Assessment> assessment_of(const std::shared_ptr<const Observations>& observations,
                                        const AssessOptions& how) {
  try {
    Assessment assessment = assess(observations, how);
    if (assessment.calibration.converged()) return assessment;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
  }
  return std::nullopt;
}

Calibration simple_calibration(const std::shared_ptr<const Observations>& observations, const ReadObservations& input,
                               const GuideCommandOptions& options) {
  CleanCalibration clean = calibrate_cleaned(observations, guide_solver(options), {.sigmas = options.outliers});
  note_left_out_corners(clean.left_out, &clean.calibration.warnings);
  add_circumstances(input, clean.calibration);
  return std::move(clean.calibration);
}

/// A ranking counts all frames, those too that calibrate would leave out.
void note_outlying_frames(Calibration* calibration) {
  std::vector<double> sizes;
  for (const FrameFit& frame : calibration->frames) sizes.push_back(frame.rmse);
  const double limit = VerdictThresholds{}.outlier_ratio * median(sizes);
  std::vector<std::string> names;
  for (const FrameFit& frame : calibration->frames) {
    if (frame.rmse > limit) names.push_back(frame.name);
  }
  if (names.empty()) return;
  calibration->warnings.push_back("the RMSE of " + some_of(names) + " is far above the other frames' (" +
                                  in_digits(limit) + " px and more): " + (names.size() == 1 ? "it is" : "they are") +
                                  " ranked all the same; look at " + (names.size() == 1 ? "it" : "them") + " first");
}

}  // namespace

GuidedCalibration guided_calibration(const ReadObservations& input, const Goal& goal,
                                     const GuideCommandOptions& options, const Streams& streams) {
  const auto shared = std::make_shared<const Observations>(input.observations);
  AssessOptions how = options_for(input, options, streams);
  how.tolerance_px = goal.length_px();
  std::optional<Assessment> assessment = assessment_of(shared, how);
  if (!assessment) return {simple_calibration(shared, input, options)};
  add_notes(input, &*assessment);
  std::optional<Assessed> assessed = assessed_for(goal, *assessment);
  return {std::move(assessment->calibration), std::move(assessed)};
}

Calibration ranked_calibration(const ReadObservations& input, const GuideCommandOptions& options,
                               const Streams& streams) {
  const auto shared = std::make_shared<const Observations>(input.observations);
  AssessOptions how = options_for(input, options, streams);
  how.same_views_count_once = false;
  ChosenCalibration chosen = calibrate_as_asked(shared, how);
  if (!chosen.clean.calibration.converged()) return simple_calibration(shared, input, options);
  note_left_out_corners(chosen.clean.left_out, &chosen.clean.calibration.warnings);
  note_outlying_frames(&chosen.clean.calibration);
  add_circumstances(input, chosen.clean.calibration);
  return std::move(chosen.clean.calibration);
}

}  // namespace fiducia

#include "apps/fiducia/guide_rig.h"

#include <fmt/core.h>

#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/guide_output.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "apps/fiducia/rig_models.h"
#include "apps/fiducia/rig_verdict_words.h"
#include "apps/fiducia/rig_words.h"
#include "apps/fiducia/verdict_words.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/guide/rig_guide.h"
#include "fiducia/io/file.h"
#include "fiducia/io/guide_svg.h"
#include "fiducia/io/rig_guide_json.h"

namespace fiducia {
namespace {

void refuse_for_a_rig(const GuideCommandOptions& options) {
  const auto refuse = [](bool given, const std::string& what) {
    require_option(!given, what + " is for one camera, not for a rig (--camera)");
  };
  const EvaluationArguments as_they_are;
  refuse(!options.input.inputs.empty(), "INPUT");
  refuse(!options.watch.empty(), "--watch");
  refuse(!options.rank.empty(), "--rank");
  refuse(!options.report.file.empty(), "--report");
  refuse(options.criterion != "eme", "--criterion");
  refuse(options.uncertainty != "cr2", "--uncertainty");
  refuse(options.effects == "auto", "--effects auto");
  refuse(!options.evaluation.regions.empty() || !options.evaluation.region_mask.empty(), "--region");
  refuse(options.evaluation.grid != as_they_are.grid, "--grid");
}

RigAssessOptions assess_options_of(const GuideCommandOptions& options, const std::vector<CameraInput>& cameras,
                                   const Goal& goal) {
  RigAssessOptions how;
  how.models = models_of_cameras(options.model, cameras);
  if (options.target_shape != "auto") how.target_shape = target_shape_named(options.target_shape);
  how.effects = parse_effects("--effects", options.effects);
  how.loss = parse_loss("--loss", options.loss);
  how.outliers.sigmas = options.outliers;
  how.tolerance_px = goal.px;
  how.seed = options.common.seed;
  how.threads = options.common.threads;
  return how;
}

/// "the rows of left and right: 0.3 px expected, less than 0.5 px with 95% confidence"
std::string aspect_in_words(const RigAspect& aspect, const RigExpected& expected,
                            const std::vector<std::string>& names) {
  std::vector<std::string> of;
  for (const std::size_t c : aspect.cameras) of.push_back(names[c]);
  return fmt::format("{}{}: off by {}, with 95% confidence by less than {}",
                     aspect.cause == RigCause::kRows ? "rows of " : "", some_of(of, of.size()),
                     px_in_words(expected.total_px), px_in_words(expected.bound95_px));
}

std::vector<RigExpected> expected_now(const RigGuidance& guidance) {
  std::vector<RigExpected> now;
  for (const RigAspect& aspect : guidance.aspects) now.push_back(aspect.now);
  return now;
}

std::string weakest_in_words(const RigGuidance& guidance, const std::vector<RigExpected>& expected,
                             const std::vector<std::string>& names) {
  const std::size_t weakest = RigOutlook::weakest(expected);
  return aspect_in_words(guidance.aspects[weakest], expected[weakest], names);
}

std::string forecast_words(const RigGuidance& guidance, const Goal& goal) {
  if (!guidance.forecast) return {};
  const RigForecast& forecast = *guidance.forecast;
  if (forecast.instants) {
    return fmt::format("; about {} more {} like those proposed would do", *forecast.instants,
                       *forecast.instants == 1 ? "instant" : "instants");
  }
  const std::size_t weakest = RigOutlook::weakest(forecast.expected);
  const RigExpected& then = forecast.expected[weakest];
  return fmt::format("; not within {} more instants like those proposed ({}{} then)", forecast.most,
                     goal.is_at_95() ? "less than " : "",
                     px_in_words(goal.is_at_95() ? then.bound95_px : then.total_px));
}

std::string advice_words(const RigGuidance& guidance, const RigAssessment& rig, const Goal& goal,
                         const std::vector<std::string>& names) {
  const std::string asked = in_digits(goal.px, 3) + " px is asked for";
  const std::string weakest = weakest_in_words(guidance, expected_now(guidance), names);
  switch (guidance.step) {
    case NextStep::kEnough: return "enough: the weakest is " + weakest + "; " + asked;
    case NextStep::kRemoveBias:
      return "before more images: " + rig_verdict_words(rig, goal.px).next + ". The proposed views are for afterwards";
    case NextStep::kFirstViews:
    case NextStep::kMoreViews: break;
  }
  if (guidance.forecast && guidance.forecast->instants == 0) {
    return guidance.instants < kFewestToStop
               ? fmt::format("take {} more: {} instants can hardly be compared", kFewestToStop - guidance.instants,
                             guidance.instants)
               : "take more: the weakest is " + weakest + ", but not all that was found is covered by it";
  }
  return "take more: the weakest is " + weakest + "; " + asked + forecast_words(guidance, goal);
}

std::string guidance_text(const RigGuidance& guidance, const RigAssessment& rig, const PairedFrames& paired,
                          const std::string& advice, const std::vector<std::string>& names) {
  std::string text = pairing_words(paired) + '\n';
  text +=
      fmt::format("{} instants used, {} target\n", guidance.instants, to_string(rig.calibration.target.basis.shape()));
  for (const RigAspect& aspect : guidance.aspects) text += "  " + aspect_in_words(aspect, aspect.now, names) + '\n';
  text += "advice: " + advice + '\n';
  int number = 0;
  for (const RigSuggestion& suggestion : guidance.suggestions) {
    text += fmt::format("{:>2}. {}\n    then the weakest is {}\n", ++number, suggestion.words,
                        weakest_in_words(guidance, suggestion.expected, names));
  }
  return text;
}

std::vector<FileContent> guidance_files(const RigGuidance& guidance, const RigCalibration& rig,
                                        const std::string& json) {
  std::vector<FileContent> files = {{"guide.json", json}};
  for (std::size_t i = 0; i < guidance.suggestions.size(); ++i) {
    const RigSuggestion& suggestion = guidance.suggestions[i];
    for (std::size_t k = 0; k < suggestion.views.size(); ++k) {
      const RigCameraFit& camera = rig.cameras[suggestion.cameras[k]];
      Suggestion view = suggestion.views[k];
      view.words = suggestion.words;
      files.push_back({fmt::format("suggestion{}_{}.svg", i + 1, camera.name),
                       suggestion_svg(view, camera.camera.image_size(),
                                      fmt::format("Suggestion {}, as {} sees it", i + 1, camera.name))});
    }
  }
  return files;
}

}  // namespace

RigGuideOptions rig_guide_options(const GuideCommandOptions& options) {
  refuse_for_a_rig(options);
  const GuideOptions of_one = guide_options(options);
  require_option(of_one.goal.is_about_total(), "--until: of a rig, give bound95_px=X or total_px=X");
  RigGuideOptions result;
  result.suggestions = of_one.suggestions;
  result.goal = of_one.goal;
  result.limits = of_one.limits;
  result.seed = of_one.seed;
  result.threads = of_one.threads;
  result.progress = of_one.progress;
  return result;
}

GuidedRig guided_rig(const RigAssessment& rig, const PairedFrames& paired, const RigGuideOptions& how) {
  std::vector<std::string> names;
  for (const RigCameraFit& camera : rig.calibration.cameras) names.push_back(camera.name);
  RigGuidance guidance = guide_rig(rig, how);
  const std::string advice = advice_words(guidance, rig, how.goal, names);
  Json object = rig_guidance_object(guidance, how.goal, names, advice);
  std::string text = guidance_text(guidance, rig, paired, advice, names);
  return {std::move(guidance), std::move(object), std::move(text)};
}

int run_guide_rig(const GuideCommandOptions& options, const RigArguments& rig, const Streams& streams) {
  const RigGuideOptions how = rig_guide_options(options);
  const std::vector<CameraInput> cameras = camera_inputs(rig.cameras);
  RigAssessOptions assess = assess_options_of(options, cameras, how.goal);
  const PairedFrames paired = read_rig_views(options.input, rig, cameras, options.common, streams);
  assess.progress = progress_bar(streams, options.common, "cameras of the rig");
  const RigAssessment assessment = assess_rig(paired.rig, assess);
  if (!assessment.calibration.converged()) {
    streams.err << "fiducia guide: " << assessment.calibration.message << '\n';
    if (!assessment.calibration.shifts.empty()) streams.err << shift_words(assessment.calibration) << '\n';
    return kExitCannotCalibrate;
  }
  const GuidedRig guided = guided_rig(assessment, paired, how);
  require_any_suggestion(!guided.guidance.suggestions.empty(), options);
  const std::string json = readable(guided.object);
  stop_if_interrupted();
  if (!options.output.empty()) {
    write_files_atomically(options.output, guidance_files(guided.guidance, assessment.calibration, json));
  }
  if (options.common.json) streams.out << json;
  if (!options.common.quiet) {
    for (const std::string& warning : assessment.calibration.warnings) streams.err << "warning: " << warning << '\n';
    result_stream(streams, options.common) << guided.text;
    if (!options.output.empty()) {
      streams.err << "wrote guide.json and a drawing of each suggestion per camera to " << options.output << '\n';
    }
  }
  return kExitDone;
}

}  // namespace fiducia

#include "apps/fiducia/guide.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/guide_calibration.h"
#include "apps/fiducia/guide_output.h"
#include "apps/fiducia/guide_rank.h"
#include "apps/fiducia/guide_rig.h"
#include "apps/fiducia/guide_watch.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/summary.h"
#include "apps/fiducia/verdict_words.h"
#include "fiducia/assess/quick_remedy.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/guide_json.h"
#include "fiducia/report/other_parts.h"

namespace fiducia {
namespace {

/// One of two words.
template <class Value>
Value choice(const std::string& option, const std::string& text, std::pair<const char*, Value> one,
             std::pair<const char*, Value> other) {
  if (text == one.first) return one.second;
  require_option(text == other.first, option + ": '" + text + "' is not one of " + one.first + " and " + other.first);
  return other.second;
}

int run_once(const GuideCommandOptions& options, const Streams& streams) {
  GuideOptions guide_how = guide_options(options);
  const ReadObservations input = read_input(options.input, read_options(options.input), options.common, streams);
  const auto [calibration, guidance] = guide_read(input, options, &guide_how, streams);
  const Json object = guidance_object(guidance, guide_how.goal);
  if (!options.report.file.empty()) {
    ReportContent report;
    report.title = "Next views";
    report.next_views = next_views_part(object, input.observations);
    report.provenance = provenance_of(options.input.inputs, options.common, streams);
    write_report(options.report, report, options.common, streams);
  } else {
    stop_if_interrupted();
  }
  if (!options.output.empty()) write_guidance(guidance, object, options.output);
  if (options.common.json) streams.out << readable(object);
  if (!options.common.quiet) {
    streams.err << circumstances(calibration);
    result_stream(streams, options.common) << guidance_summary(guidance, calibration);
    if (!options.output.empty()) {
      streams.err << "wrote guide.json and a drawing of each suggestion to " << options.output << '\n';
    }
  }
  return kExitDone;
}

}  // namespace

GuidedViews guide_read(const ReadObservations& input, const GuideCommandOptions& options, GuideOptions* how,
                       const Streams& streams) {
  how->information_state.mapping = mapping_options(options.evaluation, input.observations);
  if (options.common.progress) how->progress = uncounted(options.common.progress);
  GuidedCalibration guided = guided_calibration(input, how->goal, options, streams);
  how->assessed = guided.assessed;
  Guidance guidance = guide(guided.calibration, *how);
  require_any_suggestion(!guidance.suggestions.empty(), options);
  if (guidance.action) add_remedy(action_in_words(*guidance.action), how->goal, &guidance);
  return {std::move(guided.calibration), std::move(guidance)};
}

CalibrateOptions guide_solver(const GuideCommandOptions& options) {
  CalibrateOptions solver;
  if (!options.any_model()) solver.model = options.model;
  if (options.target_shape != "auto") solver.target_shape = target_shape_named(options.target_shape);
  if (options.effects != "auto") solver.effects = parse_effects("--effects", options.effects);
  solver.loss = parse_loss("--loss", options.loss);
  solver.threads = options.common.threads;
  solver.progress = until_interrupted();
  return solver;
}

AssessOptions guide_assessment(const GuideCommandOptions& options) {
  AssessOptions how;
  how.model = options.model;
  if (options.target_shape != "auto") how.target_shape = target_shape_named(options.target_shape);
  how.find_effects = options.effects == "auto";
  if (!how.find_effects) how.effects = parse_effects("--effects", options.effects);
  how.loss = parse_loss("--loss", options.loss);
  how.outliers.sigmas = options.outliers;
  how.evaluation.seed = options.common.seed;
  how.evaluation.threads = options.common.threads;
  how.progress = until_interrupted();
  return how;
}

GuideOptions guide_options(const GuideCommandOptions& options) {
  GuideOptions result;
  result.criterion =
      choice<Criterion>("--criterion", options.criterion, {"eme", Criterion::kEme}, {"trace", Criterion::kTrace});
  result.information_state.noise =
      choice<NoiseLevel>("--uncertainty", options.uncertainty, {"cr2", NoiseLevel::kCr2}, {"std", NoiseLevel::kStd});
  result.information_state.mapping = mapping_options(options.evaluation);
  result.information_state.threads = options.common.threads;
  result.suggestions = options.suggestions;
  try {
    result.goal = parse_goal(options.until);
  } catch (const Error& error) {
    throw Error(error.code(), std::string("--until: ") + error.what());
  }
  require_option(options.max_tilt_deg >= 0 && options.max_tilt_deg <= 80, "--max-tilt must be from 0 to 80 degrees");
  result.limits.max_tilt_rad = options.max_tilt_deg * kDegree;
  result.limits.min_square_px = options.min_square_px;
  if (!options.distance.empty()) {
    const auto [least, most] = parse_range("--distance", options.distance);
    require_option(least >= 0 && most > 0, "--distance must be a range of positive metres, such as 0.5:2.5");
    result.limits.min_distance_m = least;
    result.limits.max_distance_m = most;
  }
  result.seed = options.common.seed;
  result.threads = options.common.threads;
  result.progress = until_interrupted();
  return result;
}

int run_guide(const GuideCommandOptions& options, const Streams& streams) {
  static_cast<void>(guide_options(options));  // a slip in an option shows before a long read
  static_cast<void>(guide_solver(options));
  check_report_name(options.report);
  require_option(options.report.file.empty() || (options.watch.empty() && options.rank.empty()),
                 "--report shows the views that are proposed; it goes with neither --watch nor --rank");
  require_option(options.watch.empty() || options.rank.empty(), "--watch and --rank cannot be asked for at once");
  require_option(options.watch_for_s == 0 || !options.watch.empty(), "--watch-for needs --watch");
  if (!options.watch.empty()) return run_guide_watch(options, streams);
  if (!options.rank.empty()) return run_guide_rank(options, streams);
  require_option(!options.input.inputs.empty(),
                 "there is nothing to go by; give an INPUT (images, a folder, an observations file), images to --rank, "
                 "or a folder to --watch. See 'fiducia guide --help'.");
  return run_once(options, streams);
}

void add_guide_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<GuideCommandOptions>();
  CLI::App& command =
      add_command(app, "guide", "Say which image to take next, which of those taken matter, and when to stop",
                  "fiducia guide pictures/ --target chessboard:9x6:0.025 --suggest 3 --until bound95_px=0.5 -o next\n"
                  "  fiducia guide --rank pictures/ --target chessboard:9x6:0.025\n"
                  "  fiducia guide --watch camera/ --target chessboard:9x6:0.025 --until bound95_px=0.5\n"
                  "  fiducia guide --camera left='left*.jpg' --camera right='right*.jpg' --target chessboard:9x6:0.025",
                  options->common);
  add_input_options(command, options->input)->required(false);
  const auto rig = std::make_shared<RigArguments>();
  add_camera_option(command, *rig);
  add_instant_options(command, *rig);
  command
      .add_option("--model", options->model,
                  "Camera model: auto (the one that is expected to be least wrong; radial2 while there are too few "
                  "images to tell), " +
                      model_names())
      ->capture_default_str()
      ->multi_option_policy(CLI::MultiOptionPolicy::Join);  // --model left=fisheye
  command.add_option("--loss", options->loss, "none, or cauchy:PX against outliers of more than about PX pixels")
      ->capture_default_str();
  add_target_shape_option(command, options->target_shape, true);
  add_effects_option(command, options->effects);
  add_outliers_option(command, options->outliers);
  command
      .add_option("--criterion", options->criterion,
                  "What a view is to make small: eme (the expected mapping error) or trace (the sum of the parameters' "
                  "variances, which depends on their units)")
      ->capture_default_str();
  command
      .add_option("--uncertainty", options->uncertainty,
                  "cr2 (from how much the images disagree, never less than std) or std (right when nothing is "
                  "systematically wrong)")
      ->capture_default_str();
  command.add_option("--suggest", options->suggestions, "How many views to propose, to be taken one after another")
      ->check(CLI::Range(1, 50))
      ->capture_default_str();
  CLI::Option* until =
      command
          .add_option(
              "--until", options->until,
              "What is good enough: bound95_px=X (the total error at 95% confidence, as the verdict has it), "
              "total_px=X, or of its random part alone, per coordinate, error95_px=X or eme_px=X. 'Enough' is "
              "said when that is reached, the verdict for it is good (for total_px and eme_px: usable), and there are "
              "8 images")
          ->capture_default_str();
  command.add_option("--rank", options->rank,
                     "Order these by how much they help: images, folders, one observations file, or names of frames of "
                     "INPUT. What else INPUT has is taken for granted");
  command.add_option(
      "--watch", options->watch,
      "Follow a folder that a camera writes images to, and say after each what to do next. It stops when "
      "it says 'enough' and --until was given, after --watch-for, or with Ctrl-C");
  command.add_option("--watch-for", options->watch_for_s, "End watching after so many seconds; 0: never")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      .add_option("--max-tilt", options->max_tilt_deg, "Largest angle, in degrees, that a proposed view is tilted by")
      ->capture_default_str();
  command
      .add_option("--min-square", options->min_square_px, "Smallest side of a square (or tag) in a proposed view, px")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--distance", options->distance,
                     "MIN:MAX metres from the camera; without it, from half the least to twice the greatest so far");
  command.add_option("-o,--output", options->output,
                     "Folder to write guide.json and a drawing (SVG) of each suggestion (of a rig, as each camera sees "
                     "it) to; without "
                     "it nothing is written");
  add_report_options(command, options->report);
  add_mapping_options(command, options->evaluation);
  command.callback([options, rig, until, streams, &status] {
    options->until_given = until->count() > 0;
    if (!options->output.empty()) require_writable_folder(options->output);
    if (!rig->empty()) {
      status = run_guide_rig(*options, *rig, streams);
      return;
    }
    check_no_rig_options(*rig);
    status = run_guide(*options, streams);
  });
}

}  // namespace fiducia

#include "apps/fiducia/explain.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <ostream>

#include "apps/fiducia/assessment_output.h"
#include "apps/fiducia/cause_words.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/summary.h"
#include "apps/fiducia/verdict_words.h"
#include "fiducia/io/json.h"
#include "fiducia/io/verdict_json.h"

namespace fiducia {
namespace {

constexpr const char* kExplanationFormat = "fiducia.explanation/1";

Json explanation_object(const Assessment& assessment) {
  Json object = {{"format", kExplanationFormat},
                 {"model", assessment.calibration.model->info().name},
                 {"target_shape", to_string(assessment.calibration.target.basis.shape())},
                 {"effects", names_array(assessment.calibration.effects.layout.effects())},
                 {"causes", causes_array(assessment.causes)}};
  if (assessment.trust) object["trust"] = trust_object(*assessment.trust);
  return object;
}

std::string found_in_words(const Assessment& assessment) {
  std::size_t present = 0;
  for (const ErrorCause& cause : assessment.causes) present += cause.present ? 1 : 0;
  std::string text;
  if (present == 0) text = "nothing that was looked for is more than chance\n";
  const bool all = std::all_of(assessment.causes.begin(), assessment.causes.end(),
                               [](const ErrorCause& cause) { return cause.tried; });
  if (!all && assessment.calibration.frames.size() < 8) {
    text += "so few frames: effects need 6, the target's shape 8 to be looked for\n";
  }
  return text;
}

/// Whether 'calibrate', left to itself, makes another camera of these frames.
bool is_otherwise_calibrated(const Assessment& assessment) {
  if (assessment.calibration.target.basis.shape() != TargetShape::kPlanar) return false;
  return std::any_of(assessment.causes.begin(), assessment.causes.end(), [](const ErrorCause& cause) {
    return cause.present && (cause.code == CauseCode::kTarget || cause.code == CauseCode::kTargetSize);
  });
}

}  // namespace

int run_explain(const CalibrateCommandOptions& options, const Streams& streams) {
  const Assessment assessment = assess_input(options, streams).assessment;
  const Calibration& calibration = assessment.calibration;
  if (!calibration.converged()) return report_failure(calibration, "explain", options.common, streams);
  if (options.common.json) streams.out << readable(explanation_object(assessment));
  if (options.common.quiet) return kExitDone;
  std::ostream& words = result_stream(streams, options.common);
  const FitSummary& fit = calibration.fit;
  words << fmt::format(
      "{}, {} target{}: {} frames, RMSE {:.4g} px per coordinate\n", calibration.model->info().name,
      to_string(calibration.target.basis.shape()),
      calibration.effects.empty() ? "" : ", freed of " + names_of(calibration.effects.layout.effects()),
      calibration.frames.size(), fit.rmse);
  if (is_otherwise_calibrated(assessment)) {
    words
        << "the target is taken as it is said to be; 'fiducia calibrate' finds its shape, where that makes the camera "
           "less wrong\n";
  }
  if (assessment.trust) words << trust_summary(*assessment.trust, calibration);
  if (assessment.causes.empty()) {
    words << "causes: these frames are too few to tell\n";
    return kExitDone;
  }
  words << '\n' << causes_table(assessment.causes) << found_in_words(assessment);
  for (const ErrorCause& cause : assessment.causes) {
    if (cause.frames.empty()) continue;
    // Without frames that merely stand out the camera may be less sure: 'fiducia calibrate' tries that.
    words << (cause.code == CauseCode::kFrames
                  ? fmt::format("{}: look at {}\n", to_string(cause.code), some_of(cause.frames))
                  : fmt::format("{}: --leave-out {}\n", to_string(cause.code),
                                frames_to_leave_out(cause.frames, &calibration)));
  }
  return kExitDone;
}

void add_explain_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<CalibrateCommandOptions>();
  CLI::App& command =
      add_command(app, "explain", "Say what is wrong with a calibration, by cause, and what it costs in pixels",
                  "fiducia explain pictures --target chessboard:10x8:0.05", options->common);
  options->target_shape = "planar";  // what the target is said to be is one of the things that can be wrong
  options->keep_frames = true;       // and so are single frames
  add_calibration_options(command, *options);
  add_error_options(command, options->evaluation);  // no verdict, hence no tolerance and no gate
  command.callback([options, streams, &status] { status = run_explain(*options, streams); });
}

}  // namespace fiducia

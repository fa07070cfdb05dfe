#pragma once

#include <string>

#include "fiducia/assess/verdict.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/report/report.h"
#include "fiducia/simulate/simulate.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia::testing {

/// A calibration of simulated observations with everything that calibrate writes about it.
struct SampleReport {
  Observations observations;
  Calibration calibration;
  Evaluation evaluation;
  ReportContent content;  ///< from values
  std::string text;       ///< calibration.json
  Judgement judgement = Judgement::kGood;

  explicit SampleReport(Observations seen, const std::string& model = "radial2", const EvaluateOptions& options = {})
      : observations(std::move(seen)),
        calibration(calibrate(observations, {.model = model})),
        evaluation(evaluate(calibration, options)) {
    const VerdictThresholds thresholds;
    const Verdict judged = verdict(calibration, evaluation);
    judgement = judged.judgement;
    const VerdictWords words{"it was found so", {}, "do something about it"};
    const CalibrationFindings findings{.evaluation = &evaluation,
                                       .mapping = &options.mapping,
                                       .verdict = &judged,
                                       .words = &words,
                                       .thresholds = &thresholds,
                                       .tolerance_px = 1};
    content.calibration = evaluated_calibration(calibration, findings);
    content.observations = &observations;
    content.provenance = {.version = "1.2.3", .command = "fiducia calibrate obs.json", .seed = 7};
    text = calibration_json(calibration, findings);
  }
  SampleReport(const SampleReport&) = delete;  // the content points to the observations
  SampleReport& operator=(const SampleReport&) = delete;
};

/// The same report from another calibration.json.
inline ReportContent content_of(const SampleReport& sample, const std::string& text) {
  ReportContent content = sample.content;
  content.calibration = read_evaluated_calibration(text, "calibration.json");
  content.calibration_text = text;
  return content;
}

inline Camera report_camera() { return {make_model("radial2"), {1500, 1495, 968, 608, -0.2, 0.1}, {1936, 1216}}; }

inline Observations simulated(int frames, const Target& target = Target::chessboard(10, 8, 0.05),
                              const Camera& camera = report_camera()) {
  return simulate(camera, target, {.frames = frames, .seed = 3}).observations;
}

}  // namespace fiducia::testing

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
  ReportContent content;

  explicit SampleReport(Observations seen, const std::string& model = "radial2")
      : observations(std::move(seen)),
        calibration(calibrate(observations, {.model = model})),
        evaluation(evaluate(calibration)) {
    const VerdictThresholds thresholds;
    const Verdict judged = verdict(calibration, evaluation, thresholds);
    const VerdictWords words{"it was found so", "do something about it"};
    content.calibration = calibration_json(
        calibration, {.evaluation = &evaluation, .verdict = &judged, .words = &words, .thresholds = &thresholds});
    content.observations = &observations;
    content.provenance = {.version = "1.2.3", .command = "fiducia calibrate obs.json", .seed = 7};
  }
  SampleReport(const SampleReport&) = delete;  // the content points to the observations
  SampleReport& operator=(const SampleReport&) = delete;
};

inline Camera report_camera() { return {make_model("radial2"), {1500, 1495, 968, 608, -0.2, 0.1}, {1936, 1216}}; }

inline Observations simulated(int frames, const Target& target = Target::chessboard(10, 8, 0.05),
                              const Camera& camera = report_camera()) {
  return simulate(camera, target, {.frames = frames, .seed = 3}).observations;
}

}  // namespace fiducia::testing

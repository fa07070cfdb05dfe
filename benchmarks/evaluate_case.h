#pragma once

#include <string>

#include "benchmarks/run_case.h"
#include "fiducia/io/json.h"

namespace fiducia::bench {

/// What evaluating a calibration costs, against calibrating. One thread unless said.
struct EvaluateResult {
  CaseSize size;
  double calibrate_s = 0;  ///< the whole of calibrate() from the problem's initial values, as in the table of solvers
  double warm_calibrate_s = 0;  ///< the whole of calibrate() from the solution itself
  double evaluate_s = 0;        ///< everything but the exact bootstrap: evaluate() with its defaults
  double abs_1000_s = 0;        ///< 1000 samples of the approximate bootstrap, the influences included
  double refit_s = 0;           ///< one exact bootstrap refit, the mean of many
  double bs_1000_two_threads_s = 0;
  double opencv_s = 0;  ///< one calibrateCamera with its own stopping rule; 0: OpenCV does not know the model
};

/// `opencv`: what OpenCV took in the same run on the same data, if it took part.
[[nodiscard]] EvaluateResult run_evaluate_case(const CaseSize& size, const PeerResult* opencv, bool quick);

[[nodiscard]] std::string evaluate_lines(const EvaluateResult& result);
[[nodiscard]] Json evaluate_object(const EvaluateResult& result);

}  // namespace fiducia::bench

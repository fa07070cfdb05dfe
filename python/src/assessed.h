#pragma once

#include <memory>
#include <string>

#include "apps/fiducia/calibrate.h"
#include "fiducia/camera/constrained_model.h"
#include "fiducia/io/verdict_json.h"
#include "python/src/bindings.h"
#include "python/src/observed.h"

namespace fiducia::python {

/// A calibration and everything that was found out about it, as Python has it.
struct Assessed {
  AssessedInput result;
  std::vector<std::string> images = {};
  EvaluationArguments evaluation = {};
  CommonOptions common = {};
  VerdictWords words = {};
  Json object = {};  ///< calibration.json
};

using AssessedPtr = std::shared_ptr<Assessed>;

/// The words and the object. Throws an Error, with the calibration's own message, where it failed.
[[nodiscard]] AssessedPtr finish_assessed(Assessed assessed);

/// Keyword arguments that `assess` and `evaluate` share.
void take_evaluation(const py::dict& given, EvaluationArguments* evaluation, CommonOptions* common);

/// Throws an Error where a calibration failed.
void require_success(CalibrationStatus status, const std::string& message);

}  // namespace fiducia::python

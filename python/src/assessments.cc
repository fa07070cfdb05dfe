#include <cmath>

#include "apps/fiducia/assessment_output.h"
#include "apps/fiducia/evaluate.h"
#include "apps/fiducia/halves_part.h"
#include "apps/fiducia/require.h"
#include "apps/fiducia/summary.h"
#include "fiducia/core/error.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/report/evaluated_calibration.h"
#include "python/src/arrays.h"
#include "python/src/assessed.h"
#include "python/src/cameras.h"
#include "python/src/constrained_json.h"
#include "python/src/interruptible.h"
#include "python/src/options.h"
#include "python/src/python_words.h"

namespace fiducia::python {
namespace {

AssessedPtr assess_observed(const ObservedPtr& observed, const py::dict& given, const py::object& show) {
  const Keywords keywords(given);
  CalibrateCommandOptions options;
  take_evaluation(given, &options.evaluation, &options.common);
  keywords.take("model", &options.model);
  keywords.take("loss", &options.loss);
  keywords.take("target_shape", &options.target_shape);
  keywords.take("effects", &options.effects);
  keywords.take("outliers", &options.outliers);
  keywords.take("keep_frames", &options.keep_frames);
  keywords.take("auto_improve", &options.auto_improve);
  AssessOptions how = assess_options(options);
  return interruptible(show, [&](const Progress& progress) {
    Silence silence;
    options.common.progress = progress;
    how.evaluation =
        evaluate_options(options.evaluation, options.common, observed->read.observations.image_size, silence.streams);
    how.progress = progress;
    AssessedInput result = assess_read(observed->read, options, how);
    options.common.progress = {};
    return finish_assessed({std::move(result), observed->images, options.evaluation, options.common});
  });
}

AssessedPtr evaluate_record(const CalibrationRecord& record, const std::string& name, const ObservedPtr& observed,
                            const py::dict& given, const py::object& show) {
  const Keywords keywords(given);
  EvaluateCommandOptions options;
  options.calibration = name;
  take_evaluation(given, &options.evaluation, &options.common);
  keywords.take("loss", &options.loss);
  keywords.take("outliers", &options.outliers);
  return interruptible(show, [&](const Progress& progress) {
    Silence silence;
    options.common.progress = progress;
    ReadObservations input = observed->read;
    Assessment assessment = assess_record(record, &input, options, silence.streams);
    options.common.progress = {};
    return finish_assessed(
        {{std::move(input), std::move(assessment)}, observed->images, options.evaluation, options.common});
  });
}

std::string summary(const Assessed& assessed) {
  const Assessment& assessment = assessed.result.assessment;
  const std::string choices = assessment.optimum ? optimum_summary(*assessment.optimum) : choices_summary(assessment);
  return in_python_words(
      about(assessed.evaluation, improvement_summary(assessed.result.steps) +
                                     calibration_summary(assessment.calibration, *assessment.evaluation) + choices +
                                     assessment_summary(assessment, assessed.words)));
}

/// For a report: with whether two halves of the images agree.
std::string report_json(const Assessed& assessed) {
  const py::gil_scoped_release release;
  const Assessment& assessment = assessed.result.assessment;
  // Of a camera that was given: of the frames, as `evaluate --report` has it.
  const bool has_best = assessment.optimum && assessment.optimum->best;
  Json object = assessed.object;
  object["halves"] =
      halves_part(has_best ? *assessment.optimum->best : assessment.calibration, assessment.mapping, assessed.common);
  return readable(object);
}

/// (frame, ids, pixels, residuals) of each used frame: residuals are the memory of the calibration itself.
py::list residuals(const py::object& self) {
  const Calibration& calibration = self.cast<AssessedPtr>()->result.assessment.calibration;
  py::list list;
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    const FrameFit& frame = calibration.frames[j];
    const std::vector<Corner>& corners = corners_of(calibration, frame);
    const std::span<const double> values = calibration.residuals.frame(j);
    const auto count = static_cast<py::ssize_t>(corners.size());
    constexpr py::ssize_t kStride = sizeof(Corner);
    constexpr py::ssize_t kNumber = sizeof(double);
    list.append(py::make_tuple(frame.name, view_of(&corners.front().id, {count}, {kStride}, self),
                               view_of(corners.front().pixel.data(), {count, 2}, {kStride, kNumber}, self),
                               view_of(values.data(), {count, 2}, {2 * kNumber, kNumber}, self)));
  }
  return list;
}

std::vector<std::string> unmet_of(const std::string& json, const std::vector<std::string>& requirements) {
  return unmet(parse_requirements(requirements), Json::parse(json));
}

}  // namespace

void require_success(CalibrationStatus status, const std::string& message) {
  if (status == CalibrationStatus::kConverged) return;
  throw Error(status == CalibrationStatus::kDegenerate ? ErrorCode::kDegenerate : ErrorCode::kNotConverged, message);
}

AssessedPtr finish_assessed(Assessed assessed) {
  auto finished = std::make_shared<Assessed>(std::move(assessed));
  const Assessment& assessment = finished->result.assessment;
  const Calibration& calibration = assessment.calibration;
  require_success(calibration.status, calibration.message);
  finished->words = words_of(assessment, finished->evaluation, finished->result.input.detected);
  finished->object = evaluated_calibration(calibration, findings_of(assessment, finished->words)).object;
  if (!finished->result.steps.empty()) finished->object["improvement"] = improvement_array(finished->result.steps);
  show_all_parameters(calibration, assessment.mapping, &finished->object);
  return finished;
}

void take_evaluation(const py::dict& given, EvaluationArguments* evaluation, CommonOptions* common) {
  const Keywords keywords(given);
  keywords.take_common(common);
  keywords.take("tolerance", &evaluation->tolerance);
  keywords.take("regions", &evaluation->regions);
  keywords.take("region_mask", &evaluation->region_mask);
  keywords.take("grid", &evaluation->grid);
  keywords.take("bootstrap", &evaluation->bootstrap);
  keywords.take("thresholds", &evaluation->thresholds);
  if (!(evaluation->tolerance > 0) || !std::isfinite(evaluation->tolerance)) {
    throw Error(ErrorCode::kBadOption, "tolerance: give a number of pixels above 0");
  }
  if (evaluation->bootstrap < 0 || evaluation->bootstrap == 1) {
    throw Error(ErrorCode::kBadOption, "bootstrap: give 0 (none) or 2 and more recalibrations");
  }
}

void bind_assessments(py::module_& module) {
  py::class_<Assessed, AssessedPtr>(module, "Assessed", "A calibration and everything that was found out about it.")
      .def("json", [](const Assessed& assessed) { return readable(assessed.object); })
      .def("report_json", &report_json)
      .def("summary", &summary)
      .def("residuals", &residuals)
      .def_property_readonly(
          "camera",
          [](const Assessed& assessed) { return with_all_parameters(*assessed.result.assessment.calibration.camera); })
      .def_property_readonly("observations", [](const Assessed& assessed) {
        return std::make_shared<Observed>(Observed{assessed.result.input, assessed.images});
      });
  module.def("assess", &assess_observed, py::arg("observations"), py::arg("options"), py::arg("progress"));
  module.def("evaluate", &evaluate_record, py::arg("record"), py::arg("name"), py::arg("observations"),
             py::arg("options"), py::arg("progress"));
  module.def("unmet", &unmet_of, py::arg("json"), py::arg("requirements"));
}

}  // namespace fiducia::python

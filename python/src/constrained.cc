#include "python/src/constrained.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "apps/fiducia/assessment_output.h"
#include "fiducia/assess/assess.h"
#include "fiducia/camera/constrained_model.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/covariance.h"
#include "fiducia/solve/calibrate.h"
#include "python/src/arrays.h"
#include "python/src/assessed.h"
#include "python/src/cameras.h"
#include "python/src/interruptible.h"
#include "python/src/pose_deviations.h"

namespace fiducia::python {
namespace {

/// A calibration with exactly the frames and the model that were asked for, as OpenCV makes it.
struct Fitted {
  ObservedPtr observed;
  std::shared_ptr<const Calibration> calibration;
};

std::vector<double> ordered(const Model& model, const std::map<std::string, double>& named) {
  std::vector<double> values;
  for (const ParameterInfo& parameter : model.info().parameters) {
    const auto found = named.find(std::string(parameter.name));
    values.push_back(found == named.end() ? 0 : found->second);
  }
  return values;
}

std::map<std::string, double> named(const Camera& camera) {
  std::map<std::string, double> values;
  for (std::size_t i = 0; i < camera.parameters().size(); ++i) {
    values[std::string(camera.model().info().parameters[i].name)] = camera.parameters()[i];
  }
  return values;
}

/// Where searches begin; an empty one: where the solver finds. Of a constrained lens that a simpler one leads to (its
/// poles make a search from a plain lens a gamble) there are several: the simpler lens, the one without constraints,
/// and the simpler lens without its distortion, as OpenCV begins.
std::vector<std::vector<double>> beginnings(const LensRequest& lens, const Model& model, CalibrateOptions options,
                                            const std::shared_ptr<const Observations>& observations) {
  const auto* constrained = dynamic_cast<const ConstrainedModel*>(&model);
  const auto own = [&](const std::map<std::string, double>& values) {
    if (constrained == nullptr) return ordered(model, values);
    return constrained->free_of(ordered(*constrained->lens(), values));
  };
  if (!lens.guess.empty()) return {own(lens.guess)};
  if (constrained == nullptr || constrained->lens()->simpler().empty()) return {{}};
  std::vector<std::vector<double>> begin;
  for (const std::string_view name : {constrained->lens()->simpler(), constrained->lens()->info().name}) {
    options.model = std::string(name);
    const Calibration known = calibrate(observations, options);
    if (!known.converged()) continue;
    std::map<std::string, double> values = named(*known.camera);
    begin.push_back(own(values));
    std::erase_if(values,
                  [](const auto& value) { return std::string_view("kps").find(value.first[0]) != std::string::npos; });
    if (name == constrained->lens()->simpler()) begin.push_back(own(values));
  }
  if (begin.empty()) begin.emplace_back();
  return begin;
}

/// Whether it is the better of two: one that converged with all frames, then the one that fits best.
bool better(const Calibration& a, const Calibration& b) {
  const auto rank = [](const Calibration& one) { return one.converged() ? (one.left_out.empty() ? 0 : 1) : 2; };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  return rank(a) < 2 && a.fit.cost < b.fit.cost;
}

std::shared_ptr<Fitted> fit(const ObservedPtr& observed, const py::dict& given, const py::object& show) {
  const LensRequest lens = lens_request(given);
  const std::shared_ptr<const Model> model = constrained_model(lens);
  auto calibration = interruptible(show, [&](const Progress& progress) {
    const auto shared = std::make_shared<const Observations>(observed->read.observations);
    CalibrateOptions options;
    options.threads = 0;
    options.progress = progress;
    std::shared_ptr<Calibration> best;
    for (std::vector<double>& begin : beginnings(lens, *model, options, shared)) {
      options.model = model;
      options.initial.parameters = std::move(begin);
      Calibration found = calibrate(shared, options);
      if (!best || better(found, *best)) best = std::make_shared<Calibration>(std::move(found));
    }
    return std::shared_ptr<const Calibration>(std::move(best));
  });
  require_success(calibration->status, calibration->message);
  for (const LeftOutFrame& frame : calibration->left_out) {
    throw Error(ErrorCode::kBadData, frame.name + " cannot be used: " + frame.reason + "; leave it out of both lists");
  }
  return std::make_shared<Fitted>(Fitted{observed, std::move(calibration)});
}

/// N x 6: rotation vector (rad) and translation (m) of each frame.
py::array poses(const Fitted& fitted) {
  const std::vector<FrameFit>& frames = fitted.calibration->frames;
  Numbers result({static_cast<py::ssize_t>(frames.size()), py::ssize_t{6}});
  for (std::size_t j = 0; j < frames.size(); ++j) {
    Vector6 both;
    both << frames[j].camera_from_target.rotation_vector(), frames[j].camera_from_target.translation;
    for (py::ssize_t k = 0; k < 6; ++k) result.mutable_at(static_cast<py::ssize_t>(j), k) = both[k];
  }
  return result;
}

/// ({parameter: standard deviation}, N x 6 of the poses).
py::tuple deviations(const Fitted& fitted) {
  const Calibration& calibration = *fitted.calibration;
  Eigen::MatrixXd matrix;
  Eigen::MatrixXd of_poses;
  {
    const py::gil_scoped_release release;
    matrix = calibration.frames.size() < kFewestFrames ? calibration.covariance_std
                                                       : covariance(calibration, {.method = Covariance::kCr2}).matrix;
    of_poses = pose_deviations(calibration, matrix);
  }
  const Eigen::VectorXd sigma = matrix.diagonal().cwiseSqrt();
  const Model& model = calibration.camera->model();
  const auto* constrained = dynamic_cast<const ConstrainedModel*>(&model);
  const Model& lens = constrained == nullptr ? model : *constrained->lens();
  py::dict by_name;
  for (int i = 0; i < lens.size(); ++i) {
    const ParameterTie tie =
        constrained == nullptr ? ParameterTie{i, 1, 0} : constrained->ties()[static_cast<std::size_t>(i)];
    by_name[std::string(lens.info().parameters[static_cast<std::size_t>(i)].name).c_str()] =
        tie.free < 0 ? 0.0 : std::abs(tie.factor) * sigma[tie.free];
  }
  return py::make_tuple(by_name, matrix_array(of_poses));
}

AssessedPtr assess_fitted(const Fitted& fitted, const py::dict& given, const py::object& show) {
  EvaluationArguments evaluation;
  CommonOptions common;
  take_evaluation(given, &evaluation, &common);
  return interruptible(show, [&](const Progress& progress) {
    AssessOptions how;
    how.model = fitted.calibration->model;
    how.target_shape = TargetShape::kPlanar;
    how.leave_out_outlying = false;
    how.same_views_count_once = false;
    how.number_alike = false;
    how.tolerance_px = evaluation.tolerance;
    how.evaluation.mapping = mapping_options(evaluation, fitted.observed->read.observations.image_size);
    how.evaluation.seed = common.seed;
    how.evaluation.threads = common.threads;
    how.progress = progress;
    ChosenCalibration chosen;
    chosen.clean.calibration = *fitted.calibration;
    Assessment assessment = assess_calibration(std::move(chosen), how);
    add_notes(fitted.observed->read, &assessment);
    return finish_assessed(
        {{fitted.observed->read, std::move(assessment)}, fitted.observed->images, evaluation, common});
  });
}

}  // namespace

LensRequest lens_request(const py::dict& given) {
  LensRequest lens;
  lens.model = given["model"].cast<std::string>();
  lens.fixed = given["fixed"].cast<std::map<std::string, double>>();
  lens.guess = given["guess"].cast<std::map<std::string, double>>();
  if (!given["aspect"].is_none()) lens.aspect = given["aspect"].cast<double>();
  return lens;
}

std::shared_ptr<const Model> constrained_model(const LensRequest& lens) {
  std::shared_ptr<const Model> model = make_model(lens.model);
  std::vector<ParameterTie> ties;
  std::vector<std::string> names;
  std::string fixed;
  for (const ParameterInfo& parameter : model->info().parameters) {
    const std::string name(parameter.name);
    const auto given = lens.fixed.find(name);
    if (given != lens.fixed.end()) {
      ties.push_back({-1, 1, given->second});
      fixed += (fixed.empty() ? "" : ", ") + name;
    } else if (name == "fy" && lens.aspect && !ties.empty() && ties.front().free == 0) {
      ties.push_back({0, 1 / *lens.aspect, 0});  // fy = fx / aspect
    } else {
      ties.push_back({static_cast<int>(names.size()), 1, 0});
      names.push_back(name);
    }
  }
  if (!fixed.empty()) fixed += " fixed";
  if (lens.aspect) fixed += std::string(fixed.empty() ? "" : ", ") + "fx/fy fixed";
  if (fixed.empty()) return model;
  return std::make_shared<const ConstrainedModel>(model, std::move(ties), std::move(names),
                                                  lens.model + " (" + fixed + ")");
}

void bind_constrained(py::module_& module) {
  py::class_<Fitted, std::shared_ptr<Fitted>>(module, "Fitted", "A calibration as OpenCV would make it.")
      .def_property_readonly("camera",
                             [](const Fitted& fitted) { return with_all_parameters(*fitted.calibration->camera); })
      .def_property_readonly("rms",
                             [](const Fitted& fitted) { return std::numbers::sqrt2 * fitted.calibration->fit.rmse; })
      .def_property_readonly("iterations", [](const Fitted& fitted) { return fitted.calibration->fit.iterations; })
      .def("view_errors",
           [](const Fitted& fitted) {
             std::vector<double> errors;
             for (const FrameFit& frame : fitted.calibration->frames)
               errors.push_back(std::numbers::sqrt2 * frame.rmse);
             const auto count = static_cast<py::ssize_t>(errors.size());
             return owning(std::move(errors), {count, 1});
           })
      .def("poses", &poses)
      .def("deviations", &deviations)
      .def("assess", &assess_fitted, py::arg("options"), py::arg("progress"));
  module.def("fit", &fit, py::arg("observations"), py::arg("lens"), py::arg("progress"));
}

}  // namespace fiducia::python

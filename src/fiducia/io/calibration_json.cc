#include "fiducia/io/calibration_json.h"

#include <cmath>

#include "fiducia/io/json_values.h"

namespace fiducia {
namespace {

Json frames_array(const std::vector<FrameFit>& frames) {
  Json array = Json::array();
  for (const FrameFit& frame : frames) {
    array.push_back({{"name", frame.name},
                     {"rotation_vector", json_array(frame.camera_from_target.rotation_vector())},
                     {"translation", json_array(frame.camera_from_target.translation)},
                     {"rmse", frame.rmse}});
  }
  return array;
}

Json fit_object(const FitSummary& fit) {
  return {{"rmse", fit.rmse},
          {"mad", fit.mad},
          {"n_observations", fit.n_observations},
          {"n_parameters", fit.n_parameters},
          {"s_d", fit.s_d},
          {"converged", true},
          {"iterations", fit.iterations}};
}

Json uncertainty_object(const Camera& camera, const Eigen::MatrixXd& covariance) {
  Json rows = Json::array();
  Json sigma = Json::object();
  for (Eigen::Index i = 0; i < covariance.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < covariance.cols(); ++j) row.push_back(covariance(i, j));
    rows.push_back(std::move(row));
    const std::string name(camera.model().info().parameters[static_cast<std::size_t>(i)].name);
    sigma[name] = std::sqrt(covariance(i, i));
  }
  return {{"covariance", std::move(rows)}, {"sigma", std::move(sigma)}};
}

Json left_out_array(const std::vector<LeftOutFrame>& left_out) {
  Json array = Json::array();
  for (const LeftOutFrame& frame : left_out) array.push_back({{"name", frame.name}, {"reason", frame.reason}});
  return array;
}

}  // namespace

std::string calibration_json(const Calibration& calibration) {
  const Camera& camera = calibration.camera;
  Json object = {{"format", kCalibrationFormat},
                 {"model", camera.model().info().name},
                 {"image_size", json_array(camera.image_size())}};
  if (calibration.converged()) {
    object["parameters"] = parameters_object(camera);
    object["frames"] = frames_array(calibration.frames);
    object["fit"] = fit_object(calibration.fit);
    object["uncertainty"] = {{"std", uncertainty_object(camera, calibration.covariance_std)}};
  } else {
    object["fit"] = {{"converged", false}, {"iterations", calibration.fit.iterations}};
  }
  object["left_out"] = left_out_array(calibration.left_out);
  object["warnings"] = calibration.warnings;
  object["status"] = to_string(calibration.status);
  object["message"] = calibration.message;
  return readable(object);
}

}  // namespace fiducia

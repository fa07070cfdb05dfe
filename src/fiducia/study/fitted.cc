#include "fiducia/study/fitted.h"

#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/evaluate/mapping_grid.h"

namespace fiducia {

std::optional<Calibration> fitted(const Observations& observations, const std::string& model) {
  Calibration calibration = calibrate(observations, {.model = model});
  if (!calibration.converged()) return std::nullopt;
  try {
    static_cast<void>(mapping_grid(*calibration.camera));
  } catch (const Error&) {
    return std::nullopt;  // a lens that folds over in nearly the whole image
  }
  return calibration;
}

Observations views(const StudySetup& setup, std::uint64_t seed, int frames, double noise_px, double bend_m) {
  return simulate(setup.camera, setup.target, {.frames = frames, .noise_px = noise_px, .bend_m = bend_m, .seed = seed})
      .observations;
}

void add_parameter_columns(const std::string& prefix, const std::shared_ptr<const Model>& model,
                           std::vector<std::string>* columns) {
  for (int i = 0; i < model->size(); ++i) columns->push_back(prefix + std::to_string(i));
}

void add_parameters(const std::optional<Calibration>& calibration, const std::shared_ptr<const Model>& model,
                    std::vector<double>* row) {
  for (int i = 0; i < model->size(); ++i) {
    row->push_back(calibration ? calibration->camera->parameters()[static_cast<std::size_t>(i)]
                               : std::numeric_limits<double>::quiet_NaN());
  }
}

Camera mean_camera(const UnitTable& table, const std::string& prefix, const std::shared_ptr<const Model>& model,
                   ImageSize image_size) {
  std::vector<double> parameters;
  for (int i = 0; i < model->size(); ++i) {
    const std::vector<double> values = table.finite_values(prefix + std::to_string(i));
    double sum = 0;
    for (const double value : values) sum += value;
    parameters.push_back(sum / static_cast<double>(values.size()));
  }
  return {model, parameters, image_size};
}

std::vector<double> mapping_errors(const UnitTable& table, const std::string& prefix, const Camera& reference,
                                   const std::shared_ptr<const Model>& model) {
  std::vector<double> errors;
  for (std::size_t row = 0; row < table.size(); ++row) {
    std::vector<double> parameters;
    for (int i = 0; i < model->size(); ++i) parameters.push_back(table.at(row, prefix + std::to_string(i)));
    if (std::isnan(parameters.front())) {
      errors.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    try {
      errors.push_back(
          mapping_difference(Camera(model, std::move(parameters), reference.image_size()), reference).compensated.k);
    } catch (const Error&) {  // they have hardly a ray in common
      errors.push_back(std::numeric_limits<double>::quiet_NaN());
    }
  }
  return errors;
}

Claim claim(std::string statement, std::string measured, const Measured& value, std::optional<double> at_least,
            std::optional<double> at_most) {
  return {.statement = std::move(statement),
          .measured = std::move(measured),
          .value = value.value,
          .ci95 = value.ci95,
          .at_least = at_least,
          .at_most = at_most};
}

}  // namespace fiducia

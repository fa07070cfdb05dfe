#include "python/src/constrained_json.h"

#include <Eigen/Core>

#include "fiducia/camera/constrained_model.h"
#include "python/src/cameras.h"

namespace fiducia::python {
namespace {

std::string name_of(const Model& model, std::size_t i) { return std::string(model.info().parameters[i].name); }

/// {"name": number} of the free parameters, of all: times their factors, nothing for the fixed ones.
Json all_sizes(const ConstrainedModel& model, const Json& free) {
  Json all = Json::object();
  for (std::size_t i = 0; i < model.ties().size(); ++i) {
    const ParameterTie& tie = model.ties()[i];
    const std::string name = name_of(*model.lens(), i);
    all[name] = 0.0;
    if (tie.free < 0) continue;
    const Json& size = free.at(name_of(model, static_cast<std::size_t>(tie.free)));
    if (size.is_number()) all[name] = std::abs(tie.factor) * size.get<double>();
  }
  return all;
}

/// Of a covariance (factors count) or a correlation (their signs do).
Json all_rows(const ConstrainedModel& model, const Json& free, bool correlation) {
  const std::vector<ParameterTie>& ties = model.ties();
  const auto factor = [&](const ParameterTie& tie) { return correlation ? (tie.factor < 0 ? -1.0 : 1.0) : tie.factor; };
  Json rows = Json::array();
  for (std::size_t i = 0; i < ties.size(); ++i) {
    Json row = Json::array();
    for (std::size_t k = 0; k < ties.size(); ++k) {
      const bool known = ties[i].free >= 0 && ties[k].free >= 0;
      if (!known) {
        row.push_back(correlation && i == k ? 1.0 : 0.0);
        continue;
      }
      const Json& one = free[static_cast<std::size_t>(ties[i].free)][static_cast<std::size_t>(ties[k].free)];
      row.push_back(one.is_number() ? Json(factor(ties[i]) * factor(ties[k]) * one.get<double>()) : one);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Json all_parameters(const ConstrainedModel& model, const Json& free) {
  std::vector<double> theta;
  for (const ParameterInfo& parameter : model.info().parameters) {
    theta.push_back(free.at(std::string(parameter.name)).get<double>());
  }
  const std::vector<double> values = model.full(theta.data());
  Json all = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) all[name_of(*model.lens(), i)] = values[i];
  return all;
}

/// Wherever the model is named: by the lens's own name, with all of its parameters.
void name_the_lens(const ConstrainedModel& model, Json* value) {
  if (value->is_object()) {
    const auto named = value->find("model");
    if (named != value->end() && named->is_string() && named->get<std::string>() == model.info().name) {
      *named = model.lens()->info().name;
      if (value->contains("parameters")) (*value)["parameters"] = all_parameters(model, (*value)["parameters"]);
    }
  }
  if (value->is_structured()) {
    for (Json& part : *value) name_the_lens(model, &part);
  }
}

Json rows_of(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    rows.push_back(std::vector<double>(matrix.row(i).begin(), matrix.row(i).end()));
  }
  return rows;
}

}  // namespace

void name_whole_lens(const Model& model, Json* object) {
  if (const auto* constrained = dynamic_cast<const ConstrainedModel*>(&model)) name_the_lens(*constrained, object);
}

void show_all_parameters(const Calibration& calibration, const MappingErrorOptions& mapping, Json* object) {
  const auto* model = dynamic_cast<const ConstrainedModel*>(&calibration.camera->model());
  if (model == nullptr) return;
  for (Json& estimate : (*object)["uncertainty"]) {
    for (const char* sizes : {"sigma", "interval95"}) estimate[sizes] = all_sizes(*model, estimate.at(sizes));
    if (estimate.contains("covariance")) estimate["covariance"] = all_rows(*model, estimate["covariance"], false);
    if (estimate.contains("correlation")) estimate["correlation"] = all_rows(*model, estimate["correlation"], true);
  }
  (*object)["mapping"]["H"] = rows_of(mapping_sensitivity(with_all_parameters(*calibration.camera), mapping).H);
  name_the_lens(*model, object);
}

}  // namespace fiducia::python

#include "fiducia/camera/camera.h"

#include <algorithm>
#include <cmath>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"

namespace fiducia {
namespace {

std::string parameter_list(const Model& model) {
  constexpr std::size_t kMostNamed = 20;
  const std::span<const ParameterInfo> all = model.info().parameters;
  std::string list;
  for (const ParameterInfo& parameter : all.first(std::min(kMostNamed, all.size()))) {
    if (!list.empty()) list += ", ";
    list += parameter.name;
  }
  if (all.size() > kMostNamed) list += ", ... to " + std::string(all.back().name);
  return list;
}

std::vector<double> in_model_order(const Model& model, const std::map<std::string, double>& named) {
  const std::string name(model.info().name);
  std::vector<double> values;
  for (const ParameterInfo& parameter : model.info().parameters) {
    const auto found = named.find(std::string(parameter.name));
    if (found == named.end()) {
      throw Error(ErrorCode::kBadOption, "parameter '" + std::string(parameter.name) + "' of model " + name +
                                             " is missing; it has " + parameter_list(model));
    }
    values.push_back(found->second);
  }
  for (const auto& [key, value] : named) {
    if (model.index_of(key) < 0) {
      throw Error(ErrorCode::kBadOption,
                  "model " + name + " has no parameter '" + key + "'; it has " + parameter_list(model));
    }
  }
  return values;
}

}  // namespace

Camera::Camera(std::shared_ptr<const Model> model, std::vector<double> parameters, ImageSize image_size)
    : model_(std::move(model)), parameters_(std::move(parameters)), image_size_(image_size), limit_(0) {
  if (model_ == nullptr) throw Error(ErrorCode::kBadOption, "a camera needs a model");
  if (static_cast<int>(parameters_.size()) != model_->size()) {
    throw Error(ErrorCode::kBadOption, "model " + std::string(model_->info().name) + " takes " +
                                           std::to_string(model_->size()) + " parameters (" + parameter_list(*model_) +
                                           "), not " + std::to_string(parameters_.size()));
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (!std::isfinite(parameters_[i])) {
      throw Error(ErrorCode::kBadOption,
                  "parameter '" + std::string(model_->info().parameters[i].name) + "' is not a finite number");
    }
  }
  limit_ = model_->limit(parameters_.data());
}

Camera::Camera(std::string_view spec, const std::map<std::string, double>& parameters, ImageSize image_size)
    : Camera(with_named(make_model(spec), parameters, image_size)) {}

Camera Camera::with_named(const std::shared_ptr<const Model>& model, const std::map<std::string, double>& parameters,
                          ImageSize image_size) {
  return {model, in_model_order(*model, parameters), image_size};
}

double Camera::parameter(std::string_view name) const {
  const int index = model_->index_of(name);
  if (index < 0) {
    throw Error(ErrorCode::kBadOption, "model " + std::string(model_->info().name) + " has no parameter '" +
                                           std::string(name) + "'; it has " + parameter_list(*model_));
  }
  return parameters_[static_cast<std::size_t>(index)];
}

std::optional<Vector2> Camera::project(const Vector3& x) const {
  if (!in_domain(x)) return std::nullopt;
  return model_->project(parameters_.data(), x);
}

std::optional<Vector3> Camera::unproject(const Vector2& u) const {
  if (!u.allFinite()) return std::nullopt;
  return model_->unproject(parameters_.data(), limit_, u);
}

bool Camera::in_domain(const Vector3& x) const {
  return x.allFinite() && model_->in_domain(parameters_.data(), limit_, x);
}

std::string to_string(ImageSize size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

}  // namespace fiducia

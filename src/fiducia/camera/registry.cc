#include "fiducia/camera/registry.h"

#include <array>

#include "fiducia/camera/static_model.h"
#include "fiducia/core/error.h"

namespace fiducia {
namespace {

template <class... M>
auto make_models(std::tuple<M...>* /*list*/) {
  static const std::tuple<StaticModel<M>...> models;
  return std::array<const Model*, sizeof...(M)>{&std::get<StaticModel<M>>(models)...};
}

}  // namespace

std::span<const Model* const> all_models() {
  static const auto models = make_models(static_cast<ModelList*>(nullptr));
  return models;
}

const Model& model_named(std::string_view name) {
  for (const Model* model : all_models()) {
    if (model->info().name == name) return *model;
  }
  throw Error(ErrorCode::kBadOption,
              "unknown camera model '" + std::string(name) + "'; the models are " + model_names());
}

std::string model_names() {
  std::string names;
  for (const Model* model : all_models()) {
    if (!names.empty()) names += ", ";
    names += model->info().name;
  }
  return names;
}

}  // namespace fiducia

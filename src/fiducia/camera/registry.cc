#include "fiducia/camera/registry.h"

#include "fiducia/camera/model_list.h"
#include "fiducia/camera/model_types.h"
#include "fiducia/core/error.h"
#include "fiducia/core/nearest_word.h"

namespace fiducia {
namespace {

using Every = ModelTypes<decltype(std::tuple_cat(ModelList{}, ConfiguredModelList{}))>;

/// Of those with a configuration, what stands before it.
std::vector<std::string> type_names() {
  std::vector<std::string> names;
  for (const auto& model : all_models()) names.emplace_back(model->info().name);
  for (const auto& model : configured_models()) {
    const std::string_view spec = model->info().name;
    names.emplace_back(spec.substr(0, spec.find(':')));
  }
  return names;
}

}  // namespace

std::span<const std::shared_ptr<const Model>> all_models() {
  static const auto models = ModelTypes<ModelList>::all();
  return models;
}

std::span<const std::shared_ptr<const Model>> configured_models() {
  static const auto models = ModelTypes<ConfiguredModelList>::all();
  return models;
}

std::shared_ptr<const Model> make_model(std::string_view spec) {
  try {
    return Every::make(spec);
  } catch (const Error& error) {
    const std::vector<std::string> names = type_names();
    const std::string_view name = spec.substr(0, spec.find(':'));
    if (std::find(names.begin(), names.end(), name) != names.end()) throw;
    throw Error(error.code(), error.what() + did_you_mean(name, names));
  }
}

std::string model_names() { return Every::names(); }

}  // namespace fiducia

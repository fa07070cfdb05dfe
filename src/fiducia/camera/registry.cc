#include "fiducia/camera/registry.h"

#include "fiducia/camera/model_list.h"
#include "fiducia/camera/model_types.h"

namespace fiducia {
namespace {

using Every = ModelTypes<decltype(std::tuple_cat(ModelList{}, ConfiguredModelList{}))>;

}  // namespace

std::span<const std::shared_ptr<const Model>> all_models() {
  static const auto models = ModelTypes<ModelList>::all();
  return models;
}

std::span<const std::shared_ptr<const Model>> configured_models() {
  static const auto models = ModelTypes<ConfiguredModelList>::all();
  return models;
}

std::shared_ptr<const Model> make_model(std::string_view spec) { return Every::make(spec); }

std::string model_names() { return Every::names(); }

}  // namespace fiducia

#include "fiducia/camera/registry.h"

#include "fiducia/camera/model_list.h"
#include "fiducia/camera/model_types.h"

namespace fiducia {

std::span<const std::shared_ptr<const Model>> all_models() {
  static const auto models = ModelTypes<ModelList>::all();
  return models;
}

std::shared_ptr<const Model> make_model(std::string_view spec) { return ModelTypes<ModelList>::make(spec); }

std::string model_names() { return ModelTypes<ModelList>::names(); }

}  // namespace fiducia

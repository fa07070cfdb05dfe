#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "fiducia/camera/model.h"

namespace fiducia {

/// One model of every type of the list (model_list.h), in its order: all models that have no configuration.
[[nodiscard]] std::span<const std::shared_ptr<const Model>> all_models();

/// One model, as it is by default, of every type that has a configuration.
[[nodiscard]] std::span<const std::shared_ptr<const Model>> configured_models();

/// The model that a spec means, NAME or NAME:CONFIGURATION; throws an Error that lists the names where there is none,
/// and where a model without configuration is given one.
[[nodiscard]] std::shared_ptr<const Model> make_model(std::string_view spec);

/// "pinhole, radial1, ...", for messages and help.
[[nodiscard]] std::string model_names();

}  // namespace fiducia

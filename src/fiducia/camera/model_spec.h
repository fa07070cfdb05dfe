#pragma once

#include <string>
#include <string_view>

namespace fiducia {

/// How a model is named: NAME, or NAME:CONFIGURATION for a model that has a configuration of its own, such as the
/// number of its knots.
struct ModelSpec {
  std::string name;
  std::string configuration;  ///< empty: none was given
};

/// Throws an Error where there is no name, or nothing after the colon.
[[nodiscard]] ModelSpec parse_model_spec(std::string_view spec);

}  // namespace fiducia

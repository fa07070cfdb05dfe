#pragma once

#include <array>
#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>

#include "fiducia/camera/model_spec.h"
#include "fiducia/camera/static_model.h"
#include "fiducia/core/error.h"

namespace fiducia {

/// A type of a list of models whose models have a configuration:
///
///     static constexpr std::string_view kName = "spline";
///     static std::shared_ptr<const Model> configured(std::string_view configuration);
///
/// An empty configuration means the default one; one that makes no sense throws an Error. info().name of what is made
/// is the whole spec, kName:CONFIGURATION.
template <class M>
concept ConfiguredModel = requires(std::string_view configuration) {
  { M::kName } -> std::convertible_to<std::string_view>;
  { M::configured(configuration) } -> std::convertible_to<std::shared_ptr<const Model>>;
};

/// The name that a spec calls a type of model by.
template <class M>
[[nodiscard]] constexpr std::string_view type_name() {
  if constexpr (ConfiguredModel<M>) {
    return M::kName;
  } else {
    return M::kInfo.name;
  }
}

/// The one model of a type, as it is without a configuration.
template <class M>
[[nodiscard]] const std::shared_ptr<const Model>& shared_instance() {
  static const std::shared_ptr<const Model> model = [] {
    if constexpr (ConfiguredModel<M>) {
      return M::configured({});
    } else {
      return std::make_shared<const StaticModel<M>>();
    }
  }();
  return model;
}

/// The models of a list of types, std::tuple<M...>.
template <class List>
struct ModelTypes;

template <class... M>
struct ModelTypes<std::tuple<M...>> {
  static constexpr std::array<std::string_view, sizeof...(M)> kNames = {type_name<M>()...};

  /// "pinhole, radial1, ..."
  [[nodiscard]] static std::string names() {
    std::string list;
    for (const std::string_view name : kNames) list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
  }

  /// One of each type, in the order of the list.
  [[nodiscard]] static std::array<std::shared_ptr<const Model>, sizeof...(M)> all() {
    return {shared_instance<M>()...};
  }

  /// The model that a spec means; throws an Error that lists the names where there is none.
  [[nodiscard]] static std::shared_ptr<const Model> make(std::string_view text) {
    const ModelSpec spec = parse_model_spec(text);
    std::shared_ptr<const Model> model;
    (static_cast<void>(model == nullptr && spec.name == type_name<M>() && (model = make_one<M>(spec))), ...);
    if (model == nullptr) {
      throw Error(ErrorCode::kBadOption, "unknown camera model '" + spec.name + "'; the models are " + names());
    }
    return model;
  }

 private:
  template <class One>
  static std::shared_ptr<const Model> make_one(const ModelSpec& spec) {
    if (spec.configuration.empty()) return shared_instance<One>();
    if constexpr (ConfiguredModel<One>) {
      return One::configured(spec.configuration);
    } else {
      throw Error(ErrorCode::kBadOption, spec.name + " takes no configuration; give " + spec.name + " alone");
    }
  }
};

}  // namespace fiducia

#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// A model by its spec or as an object, see ModelChoice; or "auto", the one that select_model() recommends.
class ModelRequest {
 public:
  static constexpr std::string_view kAuto = "auto";

  // NOLINTBEGIN(google-explicit-constructor): that is what it is for
  ModelRequest(const char* spec) : ModelRequest(std::string(spec)) {}
  ModelRequest(const std::string& spec) {
    if (spec != kAuto) choice_ = spec;
  }
  template <std::derived_from<Model> M>
  ModelRequest(std::shared_ptr<M> model) : choice_(std::move(model)) {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] bool is_auto() const { return !choice_.has_value(); }
  /// Nothing: auto.
  [[nodiscard]] const std::optional<ModelChoice>& choice() const { return choice_; }

 private:
  std::optional<ModelChoice> choice_;
};

}  // namespace fiducia

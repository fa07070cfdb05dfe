#pragma once

#include <string>

#include "fiducia/guide/information_state.h"

namespace fiducia {

/// When a calibration is good enough: the expected error, or the error at 95% confidence, is at most so large.
struct Goal {
  enum class Kind { kEme, kError95 };
  Kind kind = Kind::kError95;
  double px = 1;

  [[nodiscard]] double of(const ExpectedMapping& expected) const {
    return kind == Kind::kEme ? expected.eme_px : expected.error95_px;
  }
  [[nodiscard]] bool met_by(const ExpectedMapping& expected) const { return of(expected) <= px; }
};

/// "eme_px=0.1"
[[nodiscard]] std::string to_string(const Goal& goal);
/// Throws an Error that quotes the text where it is not eme_px=X or error95_px=X with X above 0.
[[nodiscard]] Goal parse_goal(const std::string& text);

}  // namespace fiducia

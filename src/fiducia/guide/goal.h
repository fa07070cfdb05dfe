#pragma once

#include <string>

#include "fiducia/guide/information_state.h"

namespace fiducia {

/// When a calibration is good enough: one of its errors is at most so large.
struct Goal {
  enum class Kind {
    kEme,      ///< the expected random error, px RMS per coordinate
    kError95,  ///< the random error at 95% confidence, px RMS per coordinate
    kTotal,    ///< the total error, a length
    kBound95,  ///< its bound at 95% confidence, a length: what the verdict goes by
  };
  Kind kind = Kind::kBound95;
  double px = 1;

  [[nodiscard]] bool is_about_total() const { return kind == Kind::kTotal || kind == Kind::kBound95; }
  [[nodiscard]] bool is_at_95() const { return kind == Kind::kError95 || kind == Kind::kBound95; }
  /// What it asks for as a length in the image.
  [[nodiscard]] double length_px() const;
  /// The error that it is about. As long as the total is not known, its random part stands for it.
  [[nodiscard]] double of(const ExpectedMapping& expected) const;
  [[nodiscard]] bool met_by(const ExpectedMapping& expected) const { return of(expected) <= px; }
};

/// "eme_px=0.1"
[[nodiscard]] std::string to_string(const Goal& goal);
/// Throws an Error that quotes the text where it is not NAME=X with a name of the above and X above 0.
[[nodiscard]] Goal parse_goal(const std::string& text);

}  // namespace fiducia

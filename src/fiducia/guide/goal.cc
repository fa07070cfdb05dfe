#include "fiducia/guide/goal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/image_length.h"

namespace fiducia {
namespace {

constexpr std::array<std::pair<Goal::Kind, const char*>, 4> kNames = {{{Goal::Kind::kEme, "eme_px"},
                                                                       {Goal::Kind::kError95, "error95_px"},
                                                                       {Goal::Kind::kTotal, "total_px"},
                                                                       {Goal::Kind::kBound95, "bound95_px"}}};

double length_of(double per_coordinate_px) { return image_length(per_coordinate_px * per_coordinate_px); }

}  // namespace

double Goal::length_px() const { return is_about_total() ? px : length_of(px); }

double Goal::of(const ExpectedMapping& expected) const {
  switch (kind) {
    case Kind::kEme: return expected.eme_px;
    case Kind::kError95: return expected.error95_px;
    case Kind::kTotal: return std::isnan(expected.total_px) ? length_of(expected.eme_px) : expected.total_px;
    case Kind::kBound95: return std::isnan(expected.bound95_px) ? length_of(expected.error95_px) : expected.bound95_px;
  }
  return expected.error95_px;
}

std::string to_string(const Goal& goal) {
  const auto* const name =
      std::find_if(kNames.begin(), kNames.end(), [&](const auto& pair) { return pair.first == goal.kind; });
  return std::string(name->second) + "=" + in_digits(goal.px, 6);
}

Goal parse_goal(const std::string& text) {
  const std::size_t at = text.find('=');
  const auto* const name =
      std::find_if(kNames.begin(), kNames.end(), [&](const auto& pair) { return pair.second == text.substr(0, at); });
  bool understood = at != std::string::npos && name != kNames.end();
  Goal goal;
  if (understood) {
    goal.kind = name->first;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + at + 1, end, goal.px);
    understood = error == std::errc() && rest == end && std::isfinite(goal.px) && goal.px > 0;
  }
  if (!understood) {
    throw Error(ErrorCode::kBadOption,
                "'" + text +
                    "' is not a goal; it is bound95_px=X (the total error at 95% confidence), total_px=X (the " +
                    "total error), error95_px=X or eme_px=X (its random part per coordinate, at 95% confidence or " +
                    "expected), X in pixels above 0");
  }
  return goal;
}

}  // namespace fiducia

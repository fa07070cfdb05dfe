#include "fiducia/guide/goal.h"

#include <charconv>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"

namespace fiducia {
namespace {

constexpr const char* kEmeName = "eme_px";
constexpr const char* kError95Name = "error95_px";

}  // namespace

std::string to_string(const Goal& goal) {
  return std::string(goal.kind == Goal::Kind::kEme ? kEmeName : kError95Name) + "=" + in_digits(goal.px, 6);
}

Goal parse_goal(const std::string& text) {
  const std::size_t at = text.find('=');
  const std::string name = text.substr(0, at);
  Goal goal;
  goal.kind = name == kEmeName ? Goal::Kind::kEme : Goal::Kind::kError95;
  bool understood = at != std::string::npos && (name == kEmeName || name == kError95Name);
  if (understood) {
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + at + 1, end, goal.px);
    understood = error == std::errc() && rest == end && std::isfinite(goal.px) && goal.px > 0;
  }
  if (!understood) {
    throw Error(ErrorCode::kBadOption, "'" + text + "' is not a goal; it is eme_px=X (the expected error) or " +
                                           "error95_px=X (the error at 95% confidence), X in pixels above 0");
  }
  return goal;
}

}  // namespace fiducia

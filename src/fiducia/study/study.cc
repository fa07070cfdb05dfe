#include "fiducia/study/study.h"

#include <cmath>

#include "fiducia/core/words.h"

namespace fiducia {

std::optional<bool> Claim::holds() const {
  if (std::isnan(value) || std::isnan(ci95[0])) return std::nullopt;
  const auto inside = [this](double x) { return !(at_least && x < *at_least) && !(at_most && x > *at_most); };
  if (inside(ci95[0]) && inside(ci95[1])) return true;
  const bool below = at_least && ci95[1] < *at_least;
  const bool above = at_most && ci95[0] > *at_most;
  if (below || above) return false;
  return std::nullopt;
}

std::string Claim::condition() const {
  constexpr int kDigits = 3;
  if (at_least && at_most) return in_digits(*at_least, kDigits) + " to " + in_digits(*at_most, kDigits);
  if (at_least) return "at least " + in_digits(*at_least, kDigits);
  if (at_most) return "at most " + in_digits(*at_most, kDigits);
  return "";
}

}  // namespace fiducia

#pragma once

#include <string_view>

namespace fiducia {

/// From the best to the worst.
enum class Judgement { kGood, kQuestionable, kBad };
[[nodiscard]] std::string_view to_string(Judgement judgement);

}  // namespace fiducia

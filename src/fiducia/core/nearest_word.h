#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fiducia {

/// How many letters must be put in, taken out or changed to make one word of the other.
[[nodiscard]] inline std::size_t letters_apart(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// The word that was probably meant by one that is none of them: less than three letters away, and less than half of
/// what was typed; empty where none is near.
[[nodiscard]] inline std::string nearest_word(std::string_view typed, const std::vector<std::string>& words) {
  std::string nearest;
  std::size_t least = std::min<std::size_t>(3, (typed.size() + 1) / 2);
  for (const std::string& word : words) {
    const std::size_t apart = letters_apart(typed, word);
    if (apart >= least) continue;
    least = apart;
    nearest = word;
  }
  return nearest;
}

/// "; did you mean X?" for the end of a message, or nothing.
[[nodiscard]] inline std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words) {
  const std::string nearest = nearest_word(typed, words);
  return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

}  // namespace fiducia

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fiducia {

/// The last part of a path.
[[nodiscard]] std::string file_part(const std::string& name);

/// A name cut into the numbers in it and what is between them: "left01.jpg" is "left#.jpg" and {1}.
struct NameNumbers {
  std::string skeleton;
  std::vector<std::string> numbers;  ///< without leading zeros, so that equal numbers are equal strings
};
[[nodiscard]] NameNumbers numbers_in(const std::string& name);

/// Of the names of one camera: the numbers that tell them apart, one list per name. Nothing where the names differ in
/// more than their numbers.
[[nodiscard]] std::optional<std::vector<std::vector<std::string>>> telling_numbers(
    const std::vector<std::string>& names);

/// The time that a file name stands for, in seconds, where it is nothing but a number: with a decimal point seconds,
/// otherwise seconds, milli-, micro- or nanoseconds by its digits (10, 13, 16, 19).
[[nodiscard]] std::optional<long double> time_in(const std::string& name);

/// Whether one name comes before another, numbers in them counting as numbers: frame9 before frame10.
[[nodiscard]] bool naturally_before(const std::string& a, const std::string& b);

}  // namespace fiducia

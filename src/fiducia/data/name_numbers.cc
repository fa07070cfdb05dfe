#include "fiducia/data/name_numbers.h"

#include <algorithm>
#include <cmath>

namespace fiducia {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string without_zeros(const std::string& digits) {
  const std::size_t first = digits.find_first_not_of('0');
  return first == std::string::npos ? "0" : digits.substr(first);
}

/// How two numbers compare, of any length: less than 0, 0, more.
int compare_numbers(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.compare(b);
}

}  // namespace

std::string file_part(const std::string& name) {
  const std::size_t slash = name.find_last_of("/\\");
  return slash == std::string::npos ? name : name.substr(slash + 1);
}

NameNumbers numbers_in(const std::string& name) {
  NameNumbers result;
  for (std::size_t i = 0; i < name.size();) {
    if (!is_digit(name[i])) {
      result.skeleton += name[i++];
      continue;
    }
    std::size_t end = i;
    while (end < name.size() && is_digit(name[end])) ++end;
    result.skeleton += '#';
    result.numbers.push_back(without_zeros(name.substr(i, end - i)));
    i = end;
  }
  return result;
}

std::optional<std::vector<std::vector<std::string>>> telling_numbers(const std::vector<std::string>& names) {
  std::vector<NameNumbers> cut;
  for (const std::string& name : names) {
    cut.push_back(numbers_in(name));
    if (cut.back().skeleton != cut.front().skeleton || cut.back().numbers.empty()) return std::nullopt;
  }
  if (cut.empty()) return std::nullopt;
  std::vector<std::size_t> telling;
  for (std::size_t i = 0; i < cut.front().numbers.size(); ++i) {
    const auto differs = [&](const NameNumbers& one) { return one.numbers[i] != cut.front().numbers[i]; };
    if (std::any_of(cut.begin(), cut.end(), differs)) telling.push_back(i);
  }
  if (telling.empty()) telling.push_back(cut.front().numbers.size() - 1);  // one image
  std::vector<std::vector<std::string>> result;
  for (const NameNumbers& one : cut) {
    result.emplace_back();
    for (const std::size_t i : telling) result.back().push_back(one.numbers[i]);
  }
  return result;
}

std::optional<long double> time_in(const std::string& name) {
  const std::string file = file_part(name);
  std::size_t whole = 0;
  while (whole < file.size() && is_digit(file[whole])) ++whole;
  if (whole == 0 || whole > 19) return std::nullopt;
  std::size_t end = whole;
  if (end < file.size() && file[end] == '.' && end + 1 < file.size() && is_digit(file[end + 1])) {
    for (++end; end < file.size() && is_digit(file[end]); ++end) {
    }
  }
  if (end < file.size() && file[end] != '.') return std::nullopt;  // more than an extension follows
  const long double value = std::stold(file.substr(0, end));
  if (end > whole) return value;
  switch (whole) {
    case 19: return value / 1e9L;
    case 16: return value / 1e6L;
    case 13: return value / 1e3L;
    case 10: return value;
    default: return std::nullopt;
  }
}

bool naturally_before(const std::string& a, const std::string& b) {
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < a.size() && k < b.size()) {
    if (is_digit(a[i]) && is_digit(b[k])) {
      std::size_t a_end = i;
      std::size_t b_end = k;
      while (a_end < a.size() && is_digit(a[a_end])) ++a_end;
      while (b_end < b.size() && is_digit(b[b_end])) ++b_end;
      const int order = compare_numbers(without_zeros(a.substr(i, a_end - i)), without_zeros(b.substr(k, b_end - k)));
      if (order != 0) return order < 0;
      i = a_end;
      k = b_end;
      continue;
    }
    if (a[i] != b[k]) return a[i] < b[k];
    ++i;
    ++k;
  }
  const std::size_t left_a = a.size() - i;
  const std::size_t left_b = b.size() - k;
  return left_a != left_b ? left_a < left_b : a < b;
}

}  // namespace fiducia

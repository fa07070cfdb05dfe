#include "apps/fiducia/file_pattern.h"

#include <fnmatch.h>
#include <glob.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "fiducia/core/error.h"
#include "fiducia/io/text.h"

namespace fiducia {

std::vector<std::string> files_like(const std::string& pattern) {
  std::error_code ignored;
  if (pattern.find_first_of("*?[") == std::string::npos || std::filesystem::exists(pattern, ignored)) return {pattern};
  glob_t found{};
  std::vector<std::string> files;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  if (files.empty()) throw Error(ErrorCode::kBadFile, "no file is named like " + excerpt(pattern));
  return files;
}

std::string pattern_of(const std::vector<std::string>& names, const std::vector<std::string>& others) {
  if (names.size() < 3) return {};
  const std::string& first = names.front();
  std::size_t start = first.size();
  std::size_t end = first.size();
  for (const std::string& name : names) {
    if (name.find_first_of("*?[]\\, '") != std::string::npos) return {};
    const auto differs = std::mismatch(first.begin(), first.end(), name.begin(), name.end()).first;
    start = std::min(start, static_cast<std::size_t>(differs - first.begin()));
    const auto differs_back = std::mismatch(first.rbegin(), first.rend(), name.rbegin(), name.rend()).first;
    end = std::min(end, static_cast<std::size_t>(differs_back - first.rbegin()));
  }
  // Digits belong to a number: of B_10 and B_11, B_ is what they share.
  while (start > 0 && std::isdigit(static_cast<unsigned char>(first[start - 1])) != 0) --start;
  end = std::min(end, first.size() - start);
  const std::string prefix = first.substr(0, start);
  const std::string suffix = first.substr(first.size() - end);
  for (const std::string& pattern : {prefix + "*", "*" + suffix, prefix + "*" + suffix}) {
    if (pattern.size() < 2) continue;  // everything
    const auto is_meant = [&](const std::string& name) { return fnmatch(pattern.c_str(), name.c_str(), 0) == 0; };
    if (std::all_of(names.begin(), names.end(), is_meant) && std::none_of(others.begin(), others.end(), is_meant)) {
      return pattern;
    }
  }
  return {};
}

}  // namespace fiducia

#include "apps/fiducia/file_pattern.h"

#include <glob.h>

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

}  // namespace fiducia

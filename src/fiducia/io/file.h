#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fiducia {

/// The whole file. Throws an Error that names it when it is missing, a folder, or cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

/// Puts a file in its place whole or not at all: written beside it, then renamed. An existing file is replaced;
/// what is there and is not a file (a folder, a device) is refused.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

struct FileContent {
  std::string name;
  std::string content;
};

/// Writes the files into `folder`, which is made when it is missing: all of them or, when anything fails, none;
/// then what was there before is there again and the Error says what went wrong.
void write_files_atomically(const std::filesystem::path& folder, const std::vector<FileContent>& files);

}  // namespace fiducia

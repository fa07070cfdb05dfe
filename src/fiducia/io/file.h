#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fiducia {

/// The whole file. Throws an Error that names it when it is missing, a folder, or cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

/// Puts a file in its place whole or not at all: written beside it, then renamed. An existing file is replaced;
/// what is there and is not a file (a folder, a device) is refused.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

/// Throw an Error where a file could not be written to that place, or files into that folder (made where it is
/// missing), and leave nothing behind. To be asked before anything takes long.
void require_writable_file(const std::filesystem::path& path);
void require_writable_folder(const std::filesystem::path& folder);

struct FileContent {
  std::string name;
  std::string content;
};

/// Files for a folder that are all put in their places at once, or not at all: what is added is written beside its
/// place, so that many large files need no memory. Without put_in_place(), or when anything fails, what was there
/// before is there again.
class FilesToWrite {
 public:
  /// The folder is made when it is missing.
  explicit FilesToWrite(const std::filesystem::path& folder);
  FilesToWrite(const FilesToWrite&) = delete;
  FilesToWrite& operator=(const FilesToWrite&) = delete;
  ~FilesToWrite();

  /// The name may have folders in front, which are made when they are missing.
  void add(const std::string& name, std::string_view content);
  void put_in_place();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes the files into `folder`, which is made when it is missing: all of them or, when anything fails, none;
/// then what was there before is there again and the Error says what went wrong.
void write_files_atomically(const std::filesystem::path& folder, const std::vector<FileContent>& files);

}  // namespace fiducia

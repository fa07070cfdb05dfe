#include "apps/fiducia/output_folder.h"

#include <array>
#include <filesystem>
#include <string_view>

#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/provenance.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

bool names_a_file(const fs::path& path) {
  constexpr std::array<std::string_view, 9> kFiles = {".json", ".yaml", ".yml", ".xml",        ".ini",
                                                      ".txt",  ".html", ".npz", ".cameramodel"};
  for (const std::string_view extension : kFiles) {
    if (path.extension() == extension) return !fs::is_directory(path);
  }
  return false;
}

/// Whether the folder holds what this very call wrote before.
bool is_of_the_same_call(const fs::path& folder, const Streams& streams) {
  const fs::path file = folder / "provenance.json";
  try {
    return read_provenance_json(read_file(file), file.string()).command == streams.command_line;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

void check_output_folder(const std::string& folder, bool force, const Streams& streams) {
  if (names_a_file(folder)) {
    throw Error(ErrorCode::kBadOption, "-o " + folder +
                                           ": -o takes a folder, in which several files are written; give it one, and "
                                           "then 'fiducia convert FOLDER/calibration.json " +
                                           folder + "' for a single file");
  }
  require_writable_folder(folder);
  if (force || is_of_the_same_call(folder, streams)) return;
  const auto there = [&](std::string_view name) {
    std::error_code ignored;
    return fs::exists(fs::path(folder) / name, ignored);
  };
  if (there("calibration.json")) {
    throw Error(ErrorCode::kBadOption,
                "-o " + folder +
                    ": this folder already holds the result of another call; give --force to replace it, or another "
                    "folder");
  }
  if (there("report.html")) {
    throw Error(ErrorCode::kBadOption,
                "-o " + folder + ": report.html in it would be replaced; give --force to do that, or another folder");
  }
}

}  // namespace fiducia

#include <map>
#include <optional>

#include "fiducia/core/error.h"
#include "fiducia/io/formats/opencv_lens.h"
#include "fiducia/io/formats/ros_camera_info.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr int kMostPixels = 1'000'000;

/// A heading of the file and the numbers below it.
struct Entry {
  int line = 0;
  std::vector<double> numbers;
};

struct Sections {
  std::string camera;  ///< the name of the section that is not [image]
  std::map<std::string, Entry, std::less<>> entries;
};

class OstReader {
 public:
  OstReader(std::string_view text, std::string file_name) : rest_(text), file_name_(std::move(file_name)) {}

  Sections read() {
    for (std::string_view line; next_line(&rest_, &line);) take(line);
    return std::move(sections_);
  }

  [[noreturn]] void fail(int line, const std::string& message) const {
    throw Error(ErrorCode::kBadFile, file_name_ + ":" + std::to_string(line) + ": " + message);
  }

 private:
  void take(std::string_view line) {
    ++line_;
    if (line.empty() || line.starts_with('#')) return;
    if (line.starts_with('[') && line.ends_with(']')) {
      const std::string_view name = line.substr(1, line.size() - 2);
      if (name == "image" || name == "externals") return;
      if (!sections_.camera.empty()) fail(line_, "there is a second camera, " + excerpt(name));
      if (!is_utf8(name)) fail(line_, "the camera's name is not UTF-8 text");
      sections_.camera = name;
      return;
    }
    if (number_in(words_of(line).front())) {
      if (last_ == nullptr) fail(line_, "numbers without a heading");
      for (const std::string_view word : words_of(line)) {
        const std::optional<double> number = number_in(word);
        if (!number) fail(line_, excerpt(word) + " must be a number");
        last_->numbers.push_back(*number);
      }
      return;
    }
    const auto [entry, is_new] = sections_.entries.try_emplace(std::string(line), Entry{line_, {}});
    if (!is_new) fail(line_, excerpt(line) + " occurs twice; leave one of them");
    last_ = &entry->second;
  }

  std::string_view rest_;
  std::string file_name_;
  Sections sections_;
  Entry* last_ = nullptr;
  int line_ = 0;
};

}  // namespace

bool is_ros_ost(std::string_view text) {
  return text.find("[image]") != std::string_view::npos && text.find("camera matrix") != std::string_view::npos;
}

CameraFile read_ros_ost(std::string_view text, const std::string& file_name, const CameraFileOptions&) {
  OstReader reader(text, file_name);
  const Sections sections = reader.read();
  const auto entry = [&](std::string_view key) -> const Entry& {
    const auto found = sections.entries.find(key);
    if (found == sections.entries.end()) reader.fail(1, "there is no " + excerpt(key));
    return found->second;
  };
  const auto pixels = [&](std::string_view key) {
    const Entry& found = entry(key);
    const bool right = found.numbers.size() == 1 && found.numbers[0] >= 1 && found.numbers[0] <= kMostPixels &&
                       found.numbers[0] == static_cast<int>(found.numbers[0]);
    if (!right) reader.fail(found.line, std::string(key) + " must be one whole number of pixels");
    return static_cast<int>(found.numbers[0]);
  };
  const ImageSize size = {pixels("width"), pixels("height")};
  const Entry& matrix = entry("camera matrix");
  const std::vector<double>& k = matrix.numbers;
  if (k.size() != 9 || k[1] != 0 || k[3] != 0 || k[6] != 0 || k[7] != 0 || k[8] != 1) {
    reader.fail(matrix.line, "camera matrix must be fx 0 cx / 0 fy cy / 0 0 1");
  }
  const Entry& distortion = entry("distortion");
  // The file does not name its model; the program that wrote it knew these two.
  if (distortion.numbers.size() != 5 && distortion.numbers.size() != 8) {
    reader.fail(distortion.line, "distortion must have 5 (plumb_bob) or 8 (rational_polynomial) coefficients, not " +
                                     std::to_string(distortion.numbers.size()));
  }
  try {
    const OpenCvLens lens{.fx = k[0], .fy = k[4], .cx = k[2], .cy = k[5], .coefficients = distortion.numbers};
    CameraFile file{"ros-ost", {}};
    file.cameras.push_back({.name = sections.camera, .camera = camera_with(lens, size)});
    return file;
  } catch (const Error& error) {
    reader.fail(matrix.line, error.what());
  }
}

}  // namespace fiducia

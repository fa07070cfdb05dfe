#include "fiducia/detect/detection_cache.h"

#include <cstdlib>
#include <sstream>

#include "fiducia/core/error.h"
#include "fiducia/io/content_hash.h"
#include "fiducia/io/file.h"

namespace fiducia {
namespace {

// To be raised whenever the detectors find something else than before in any image.
constexpr int kDetectorVersion = 6;
constexpr std::string_view kFormat = "fiducia.detection";
constexpr std::string_view kEnd = "end";

std::string text_of(const std::string& spec, const CachedDetection& detection) {
  std::ostringstream text;
  text << kFormat << ' ' << kDetectorVersion << '\n'
       << spec << '\n'
       << detection.size.width << ' ' << detection.size.height << '\n'
       << detection.found.reason << '\n'
       << detection.found.doubtful << ' ' << detection.found.markers_read << ' ' << detection.found.markers_placed
       << ' ' << static_cast<int>(detection.found.layout) << ' ' << detection.found.corners.size() << '\n';
  text.precision(17);
  for (const Corner& corner : detection.found.corners) {
    text << corner.id << ' ' << corner.pixel.x() << ' ' << corner.pixel.y() << '\n';
  }
  text << detection.light.cells.size() << std::hex;
  for (const std::uint8_t value : detection.light.cells) text << ' ' << static_cast<int>(value);
  text << '\n' << kEnd << '\n';
  return text.str();
}

std::optional<CachedDetection> parsed(const std::string& content, const std::string& spec) {
  std::istringstream text(content);
  std::string line;
  if (!std::getline(text, line) || line != std::string(kFormat) + " " + std::to_string(kDetectorVersion)) return {};
  if (!std::getline(text, line) || line != spec) return {};
  CachedDetection detection;
  std::size_t count = 0;
  if (!(text >> detection.size.width >> detection.size.height)) return {};
  text.ignore();
  if (!std::getline(text, detection.found.reason)) return {};
  FoundCorners& found = detection.found;
  int layout = 0;
  if (!(text >> found.doubtful >> found.markers_read >> found.markers_placed >> layout >> count)) return {};
  if (layout < 0 || layout > static_cast<int>(LayoutSeen::kOpen)) return {};
  found.layout = static_cast<LayoutSeen>(layout);
  if (count > content.size()) return {};
  for (std::size_t i = 0; i < count; ++i) {
    Corner corner;
    if (!(text >> corner.id >> corner.pixel.x() >> corner.pixel.y())) return {};
    detection.found.corners.push_back(corner);
  }
  std::size_t cells = 0;
  if (!(text >> cells) || (cells != 0 && cells != LightGrid::kColumns * LightGrid::kRows)) return {};
  text >> std::hex;
  for (std::size_t i = 0; i < cells; ++i) {
    int value = 0;
    if (!(text >> value) || value < 0 || value > 255) return {};
    detection.light.cells.push_back(static_cast<std::uint8_t>(value));
  }
  if (!(text >> line) || line != kEnd) return {};
  return detection;
}

std::filesystem::path from_environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? std::filesystem::path(value) : std::filesystem::path();
}

}  // namespace

DetectionCache::DetectionCache(std::filesystem::path folder, const Target& target)
    : folder_(std::move(folder)), spec_(target_spec(target)) {}

std::filesystem::path DetectionCache::place(std::string_view bytes) const {
  const std::string key = spec_ + " " + std::to_string(kDetectorVersion);
  return folder_ / (content_hash(bytes, key) + ".txt");
}

std::optional<CachedDetection> DetectionCache::find(std::string_view bytes) const {
  if (folder_.empty()) return std::nullopt;
  std::string content;
  try {
    const std::filesystem::path file = place(bytes);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
    content = read_file(file);
  } catch (const Error&) {
    return std::nullopt;
  }
  std::optional<CachedDetection> detection = parsed(content, spec_);
  return detection;
}

void DetectionCache::keep(std::string_view bytes, const CachedDetection& detection) const {
  if (folder_.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) return;
  try {
    write_file_atomically(place(bytes), text_of(spec_, detection));
  } catch (const Error&) {
    return;  // a full disk, a folder that is not ours: the next run takes longer, and that is all
  }
}

std::filesystem::path default_cache_folder() {
  if (std::filesystem::path own = from_environment("FIDUCIA_CACHE_DIR"); !own.empty()) return own;
  if (const std::filesystem::path xdg = from_environment("XDG_CACHE_HOME"); xdg.is_absolute()) return xdg / "fiducia";
  if (const std::filesystem::path home = from_environment("HOME"); home.is_absolute())
    return home / ".cache" / "fiducia";
  return {};
}

}  // namespace fiducia

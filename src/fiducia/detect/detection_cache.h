#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "fiducia/camera/camera.h"
#include "fiducia/detect/found_corners.h"
#include "fiducia/detect/light_grid.h"

namespace fiducia {

/// What was found in a file before: by its content, so that an image may be moved and renamed, and a changed one is
/// looked at again.
struct CachedDetection {
  ImageSize size;  ///< 0x0 for a file that is no image
  FoundCorners found;
  LightGrid light = {};
};

class DetectionCache {
 public:
  /// An empty folder: no cache.
  DetectionCache(std::filesystem::path folder, const Target& target);

  [[nodiscard]] std::optional<CachedDetection> find(std::string_view bytes) const;
  /// What cannot be written is found again next time: no error.
  void keep(std::string_view bytes, const CachedDetection& detection) const;

 private:
  [[nodiscard]] std::filesystem::path place(std::string_view bytes) const;

  std::filesystem::path folder_;
  std::string spec_;
};

/// $FIDUCIA_CACHE_DIR, or fiducia in $XDG_CACHE_HOME or ~/.cache. Empty where none of them is set.
[[nodiscard]] std::filesystem::path default_cache_folder();

}  // namespace fiducia

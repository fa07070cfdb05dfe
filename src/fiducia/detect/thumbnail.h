#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fiducia {

/// A square piece of an image, in whole pixels.
struct PictureSquare {
  int left = 0;
  int top = 0;
  int side = 0;
};

/// Copies of an image in grey, as the contents of JPEG files.
struct PictureCopies {
  std::string small;
  std::string large;                 ///< empty where it was not asked for
  std::vector<std::string> squares;  ///< at the image's own resolution; empty for one that is not inside the image
};

struct PictureCopyOptions {
  int small_side = 320;  ///< the longer side of the small copy, px at most
  int large_side = 0;    ///< of the large one; 0: none
  std::vector<PictureSquare> squares = {};
};

/// Not turned as its EXIF data may say: pixels stay where the corners were found. All empty where the file is no image
/// or is gone.
[[nodiscard]] PictureCopies picture_copies(const std::filesystem::path& picture, const PictureCopyOptions& options);

}  // namespace fiducia

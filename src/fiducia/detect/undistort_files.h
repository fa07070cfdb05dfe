#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "fiducia/core/progress.h"
#include "fiducia/detect/interpolation.h"
#include "fiducia/use/lookup_map.h"

namespace fiducia {

/// A video that was written beside its place; gone with this unless it is put there.
class UndistortedVideo {
 public:
  UndistortedVideo(std::filesystem::path written, std::filesystem::path place)
      : written_(std::move(written)), place_(std::move(place)) {}
  UndistortedVideo(UndistortedVideo&& other) noexcept;
  UndistortedVideo& operator=(UndistortedVideo&&) = delete;
  ~UndistortedVideo();

  [[nodiscard]] int frames() const { return frames_; }
  [[nodiscard]] const std::string& warning() const { return warning_; }  ///< of a video that ends before its end
  void finish(int frames, std::string warning) {
    frames_ = frames;
    warning_ = std::move(warning);
  }
  void put_in_place();

 private:
  std::filesystem::path written_;
  std::filesystem::path place_;
  int frames_ = 0;
  std::string warning_;
};

/// The name under which an undistorted image is written: TIFF, JPEG and HDR files stay what they are, all others become
/// PNG.
[[nodiscard]] std::string undistorted_name(const std::string& name);

/// The bytes of an image file through the map, as a file called `output_name`. Throws an Error that names the file
/// where it is no image, is damaged or has another size than expected.
[[nodiscard]] std::string undistort_file(std::string_view bytes, const std::string& file_name,
                                         const std::string& output_name, const LookupMap& map, ImageSize expected,
                                         Interpolation interpolation);

/// Every Nth frame of a video through the map: `take` is called with its number and the bytes of a PNG file. Returns
/// how many there were; throws an Error as undistort_video() does.
int undistort_every(const std::filesystem::path& video, int every, const LookupMap& map, ImageSize expected,
                    Interpolation interpolation, const Progress& progress,
                    const std::function<void(int index, const std::string& png)>& take);

/// The video through the map, as Motion JPEG in an AVI file, in colour. `progress` counts frames. Throws an Error where
/// the video cannot be read or has another size than expected, and where nothing can be written.
[[nodiscard]] UndistortedVideo undistort_video(const std::filesystem::path& video, const std::filesystem::path& output,
                                               const LookupMap& map, ImageSize expected, Interpolation interpolation,
                                               const Progress& progress);

}  // namespace fiducia

#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>

#include "fiducia/camera/camera.h"
#include "fiducia/detect/video_files.h"

namespace fiducia {

/// A video, frame by frame from its first: what OpenCV's videoio reads. Not turned as the file may say: lens and sensor
/// do not turn with the image.
class VideoReader {
 public:
  /// Throws an Error that names the file where it is missing, or is no video that can be read.
  explicit VideoReader(const std::filesystem::path& file);
  VideoReader(const VideoReader&) = delete;
  VideoReader& operator=(const VideoReader&) = delete;
  ~VideoReader();

  [[nodiscard]] ImageSize size() const;
  [[nodiscard]] double frames_per_second() const;  ///< 25 where the file does not say
  [[nodiscard]] int frames_claimed() const;        ///< by the file, which may be wrong; 0: it does not say

  /// Goes to the next frame; false at the end, and where the file is cut.
  [[nodiscard]] bool next();
  [[nodiscard]] int index() const { return index_; }  ///< of the frame that next() went to, from 0
  [[nodiscard]] cv::Mat gray() const;                 ///< empty where it cannot be decoded
  [[nodiscard]] cv::Mat colour() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
  int index_ = -1;
};

}  // namespace fiducia

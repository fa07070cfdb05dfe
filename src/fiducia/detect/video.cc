#include "fiducia/detect/video.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/error.h"
#include "fiducia/detect/quiet_opencv.h"
#include "fiducia/detect/video_codecs.h"

namespace fiducia {

struct VideoReader::State {
  QuietOpencv quiet;
  std::unique_ptr<cv::VideoCapture> capture = make_video_capture();
};

bool is_video_file(const std::filesystem::path& path) {
  constexpr std::array<std::string_view, 12> kExtensions = {".mp4", ".avi", ".mov",  ".mkv", ".webm", ".m4v",
                                                            ".mpg", ".ts",  ".mpeg", ".wmv", ".mts",  ".3gp"};
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

std::string video_frame_name(const std::filesystem::path& video, int index) {
  std::string digits = std::to_string(index);
  if (digits.size() < 5) digits.insert(0, 5 - digits.size(), '0');
  return video.filename().string() + "#" + digits;
}

VideoReader::VideoReader(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    throw Error(ErrorCode::kBadFile, file.string() + ": there is no such file");
  }
  setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", 0);  // FFmpeg writes to standard error on its own account
  state_ = std::make_unique<State>();
  bool open = false;
  try {
    open = state_->capture->open(file.string());
  } catch (const cv::Exception&) {
    open = false;
  }
  if (!open) {
    throw Error(ErrorCode::kBadFile, file.string() +
                                         ": not a video that can be read: it may be cut short, or its codec is not "
                                         "known here ('ffmpeg -i " +
                                         file.filename().string() + " frames/%05d.png' gives images)");
  }
  state_->capture->set(cv::CAP_PROP_ORIENTATION_AUTO, 0);
}

VideoReader::~VideoReader() = default;

ImageSize VideoReader::size() const {
  return {static_cast<int>(state_->capture->get(cv::CAP_PROP_FRAME_WIDTH)),
          static_cast<int>(state_->capture->get(cv::CAP_PROP_FRAME_HEIGHT))};
}

double VideoReader::frames_per_second() const {
  const double fps = state_->capture->get(cv::CAP_PROP_FPS);
  return std::isfinite(fps) && fps > 0.1 && fps < 1000 ? fps : 25;
}

int VideoReader::frames_claimed() const {
  const double count = state_->capture->get(cv::CAP_PROP_FRAME_COUNT);
  return count > 0 && count < 1e9 ? static_cast<int>(count) : 0;
}

bool VideoReader::next() {
  try {
    if (!state_->capture->grab()) return false;
  } catch (const cv::Exception&) {
    return false;
  }
  ++index_;
  return true;
}

cv::Mat VideoReader::colour() const {
  cv::Mat frame;
  try {
    if (!state_->capture->retrieve(frame)) return {};
  } catch (const cv::Exception&) {
    return {};
  }
  return frame;
}

cv::Mat VideoReader::gray() const {
  const cv::Mat frame = colour();
  if (frame.empty() || frame.channels() == 1) return frame.clone();
  cv::Mat gray;
  cv::cvtColor(frame, gray, cv::COLOR_BGR2GRAY);
  return gray;
}

}  // namespace fiducia

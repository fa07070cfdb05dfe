#pragma once

#include <memory>
#include <opencv2/videoio.hpp>

namespace fiducia {

/// Made by OpenCV's videoio, which is loaded at the first call (see io/image_codecs.h; it brings FFmpeg and GStreamer).
/// Use their virtual functions alone: any other is a symbol that is not there when the program starts.
[[nodiscard]] std::unique_ptr<cv::VideoCapture> make_video_capture();
[[nodiscard]] std::unique_ptr<cv::VideoWriter> make_video_writer();

}  // namespace fiducia

#include "fiducia/detect/undistort_files.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/error.h"
#include "fiducia/detect/undistort_picture.h"
#include "fiducia/detect/video.h"
#include "fiducia/detect/video_codecs.h"

namespace fiducia {
namespace {

void require_video_size(const std::filesystem::path& video, ImageSize size, ImageSize expected) {
  if (size == expected) return;
  throw Error(ErrorCode::kBadData, video.string() + ": the video has " + to_string(size) + " pixels, the calibration " +
                                       to_string(expected) +
                                       "; it holds for images of its own size alone, neither cropped nor scaled");
}

void report_frame(const Progress& progress, const VideoReader& reader) {
  const int claimed = reader.frames_claimed();
  report_progress(progress, static_cast<std::size_t>(std::max(0, std::min(reader.index(), claimed - 1))),
                  static_cast<std::size_t>(claimed));
}

[[noreturn]] void refuse_unreadable(const std::filesystem::path& video) {
  throw Error(ErrorCode::kBadFile, video.string() + ": no frame of this video can be read: it is cut short or damaged");
}

}  // namespace

UndistortedVideo::UndistortedVideo(UndistortedVideo&& other) noexcept
    : written_(std::move(other.written_)),
      place_(std::move(other.place_)),
      frames_(other.frames_),
      warning_(std::move(other.warning_)) {
  other.written_.clear();
}

UndistortedVideo::~UndistortedVideo() {
  std::error_code ignored;
  if (!written_.empty()) std::filesystem::remove(written_, ignored);
}

void UndistortedVideo::put_in_place() {
  std::error_code error;
  std::filesystem::rename(written_, place_, error);
  if (error) throw Error(ErrorCode::kBadFile, place_.string() + ": cannot be written: " + error.message());
  written_.clear();
}

UndistortedVideo undistort_video(const std::filesystem::path& video, const std::filesystem::path& output,
                                 const LookupMap& map, ImageSize expected, Interpolation interpolation,
                                 const Progress& progress) {
  VideoReader reader(video);
  require_video_size(video, reader.size(), expected);
  const std::filesystem::path beside = output.parent_path() / ("." + output.stem().string() + ".part.avi");
  UndistortedVideo result(beside, output);  // removes the file when anything fails
  const std::unique_ptr<cv::VideoWriter> writer = make_video_writer();
  constexpr int kMotionJpeg = 'M' | 'J' << 8 | 'P' << 16 | 'G' << 24;
  const cv::Size size(map.size.width, map.size.height);
  if (!writer->open(beside.string(), kMotionJpeg, reader.frames_per_second(), size))
    throw Error(ErrorCode::kBadFile, output.string() + ": cannot be written");
  writer->set(cv::VIDEOWRITER_PROP_QUALITY, 95);
  int frames = 0;
  const int claimed = reader.frames_claimed();
  while (reader.next()) {
    report_frame(progress, reader);
    cv::Mat frame = reader.colour();
    if (frame.empty()) continue;
    if (frame.channels() == 1) cv::cvtColor(frame, frame, cv::COLOR_GRAY2BGR);
    writer->write(undistort_picture(frame, map, interpolation));
    ++frames;
  }
  report_progress(progress, 1, 1);
  writer->release();
  if (frames == 0) refuse_unreadable(video);
  std::string warning;
  if (claimed > 0 && frames < 0.98 * claimed - 2) {
    warning = video.string() + ": the video says that it has " + std::to_string(claimed) + " frames, but ends after " +
              std::to_string(frames) + ": it is cut short or damaged";
  }
  result.finish(frames, warning);
  return result;
}

std::string undistort_file(std::string_view bytes, const std::string& file_name, const std::string& output_name,
                           const LookupMap& map, ImageSize expected, Interpolation interpolation) {
  return encode_picture(undistort_picture(read_whole_picture(bytes, file_name, expected), map, interpolation),
                        output_name);
}

int undistort_every(const std::filesystem::path& video, int every, const LookupMap& map, ImageSize expected,
                    Interpolation interpolation, const Progress& progress,
                    const std::function<void(int index, const std::string& png)>& take) {
  VideoReader reader(video);
  require_video_size(video, reader.size(), expected);
  int taken = 0;
  while (reader.next()) {
    report_frame(progress, reader);
    if (reader.index() % every != 0) continue;
    const cv::Mat frame = reader.colour();
    if (frame.empty()) continue;
    take(reader.index(), encode_picture(undistort_picture(frame, map, interpolation), "frame.png"));
    ++taken;
  }
  report_progress(progress, 1, 1);
  if (taken == 0) refuse_unreadable(video);
  return taken;
}

}  // namespace fiducia

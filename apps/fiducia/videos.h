#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "apps/fiducia/common.h"

namespace fiducia {

/// The frames that were taken from the videos among a command's inputs, as files in a temporary folder that is gone
/// with this. A video is gone through once, however often its frames are asked for.
class VideoFrames {
 public:
  VideoFrames() = default;
  VideoFrames(const VideoFrames&) = delete;
  VideoFrames& operator=(const VideoFrames&) = delete;
  ~VideoFrames();

  /// The inputs with every video replaced by its frames: all where `every` is 1, every Nth, or chosen ones (0).
  [[nodiscard]] std::vector<std::string> in_place_of_videos(const std::vector<std::string>& inputs, int every,
                                                            const CommonOptions& common, const Streams& streams);

 private:
  [[nodiscard]] const std::vector<std::string>& frames_of(const std::string& video, int every,
                                                          const CommonOptions& common, const Streams& streams);

  std::filesystem::path folder_;
  std::map<std::string, std::vector<std::string>> known_;
};

/// Whether an INPUT is, by its extension, a video.
[[nodiscard]] bool names_video(const std::string& input);

}  // namespace fiducia

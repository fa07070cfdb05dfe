#include "apps/fiducia/videos.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ostream>

#include "apps/fiducia/progress_bar.h"
#include "fiducia/core/error.h"
#include "fiducia/detect/choose_frames.h"
#include "fiducia/detect/video_files.h"

namespace fiducia {

namespace fs = std::filesystem;

bool names_video(const std::string& input) { return is_video_file(input); }

VideoFrames::~VideoFrames() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

std::vector<std::string> VideoFrames::in_place_of_videos(const std::vector<std::string>& inputs, int every,
                                                         const CommonOptions& common, const Streams& streams) {
  std::vector<std::string> files;
  for (const std::string& input : inputs) {
    if (!names_video(input)) {
      files.push_back(input);
      continue;
    }
    const std::vector<std::string>& frames = frames_of(input, every, common, streams);
    files.insert(files.end(), frames.begin(), frames.end());
  }
  return files;
}

const std::vector<std::string>& VideoFrames::frames_of(const std::string& video, int every, const CommonOptions& common,
                                                       const Streams& streams) {
  const std::string key = fs::weakly_canonical(video).string() + "|" + std::to_string(every);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (folder_.empty()) {
    std::string pattern = (fs::temp_directory_path() / "fiducia-video-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw Error(ErrorCode::kBadFile, fs::temp_directory_path().string() +
                                           ": cannot make a folder for the frames of a video: " + std::strerror(errno));
    }
    folder_ = pattern;
  }
  // Beneath the name of the video's own folder, so that two videos called alike are told apart as images are.
  const fs::path parent = fs::absolute(video).parent_path().filename();
  const fs::path folder = folder_ / std::to_string(known_.size()) / parent;
  fs::create_directories(folder);
  FrameChoiceOptions options;
  options.every = every;
  options.progress = progress_bar(streams, common, "frames of " + fs::path(video).filename().string());
  const ExtractedFrames extracted = extract_frames(video, folder, options);
  if (!extracted.choice.warning.empty()) streams.err << "warning: " << extracted.choice.warning << '\n';
  if (!common.quiet) {
    streams.err << fmt::format("{}: {} of {} frames {}\n", video, extracted.files.size(), extracted.choice.frames_read,
                               every > 0 ? "taken" : "chosen (sharp, still, different from each other)");
  }
  std::vector<std::string>& frames = known_[key];
  for (const fs::path& file : extracted.files) frames.push_back(file.string());
  return frames;
}

}  // namespace fiducia

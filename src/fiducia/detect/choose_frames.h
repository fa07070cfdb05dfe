#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fiducia/core/progress.h"

namespace fiducia {

struct FrameChoiceOptions {
  int every = 0;      ///< every Nth frame, all of them; 0: chosen
  int most = 80;      ///< frames that are chosen
  Progress progress;  ///< counts frames
};

struct FrameChoice {
  std::vector<int> frames;  ///< from 0, ascending
  int frames_read = 0;
  std::string warning;  ///< a video that ends before its end
};

/// Frames of a video to look for a target in, without looking for one. About eight frames per second are looked at; of
/// those close to each other the sharpest and stillest stays, unless it is far worse than what stands within a second;
/// of what stays, those that differ most from all that are taken already. Sharpness is the variance of the Laplacian,
/// stillness the difference to the very next frame, both on reduced grey frames. Throws an Error where nothing can be
/// read.
[[nodiscard]] FrameChoice choose_frames(const std::filesystem::path& video, const FrameChoiceOptions& options);

struct ExtractedFrames {
  std::vector<std::filesystem::path> files;
  FrameChoice choice;
};

/// Writes the chosen frames as grey PNG files, named as video_frame_name() does, to a folder that must be there.
/// `every` and the rest as choose_frames().
[[nodiscard]] ExtractedFrames extract_frames(const std::filesystem::path& video, const std::filesystem::path& folder,
                                             const FrameChoiceOptions& options);

}  // namespace fiducia

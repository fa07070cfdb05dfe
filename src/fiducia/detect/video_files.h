#pragma once

#include <filesystem>
#include <string>

namespace fiducia {

/// By its extension.
[[nodiscard]] bool is_video_file(const std::filesystem::path& path);

/// The name of a frame: clip.mp4#00123.
[[nodiscard]] std::string video_frame_name(const std::filesystem::path& video, int index);

}  // namespace fiducia

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "apps/fiducia/input.h"
#include "fiducia/detect/detect.h"

namespace fiducia {

/// Whether an INPUT is a folder or, by its extension, an image or a video.
[[nodiscard]] bool names_pictures(const std::string& input);

/// The inputs, with frames in the place of videos. These are gone with `arguments.videos`.
[[nodiscard]] std::vector<std::string> picture_inputs(const InputArguments& arguments, const CommonOptions& common,
                                                      const Streams& streams);

/// The target in the files, with a progress bar, and remembered unless that is not wanted.
[[nodiscard]] Detection detect_as_asked(const std::vector<std::filesystem::path>& files, const Target& target,
                                        const InputArguments& arguments, const CommonOptions& common,
                                        const Streams& streams);

/// Throws an Error that says why where no image shows the target.
void require_frames(const Detection& detection);

/// Observations from images. Throws an Error where --target is missing, and as require_frames does.
[[nodiscard]] ReadObservations observations_in_pictures(const InputArguments& arguments, const ReadOptions& options,
                                                        const CommonOptions& common, const Streams& streams);

}  // namespace fiducia

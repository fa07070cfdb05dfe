#pragma once

#include <filesystem>
#include <string>

#include "fiducia/data/observations.h"

namespace fiducia {

/// A copy of an image with the corners that were found in it, as the content of a JPEG file: a cross for each in a
/// colour that changes along the ids, the numbers of the first ones, an arrow along the first row. Where nothing was
/// found (`frame` is null) the reason stands in it. Empty where the file is not an image.
[[nodiscard]] std::string draw_detection(const std::filesystem::path& picture, const Target& target, const Frame* frame,
                                         const std::string& reason);

}  // namespace fiducia

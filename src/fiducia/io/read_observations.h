#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "fiducia/io/read_result.h"

namespace fiducia {

/// Observations from a file: ours (CSV or JSON), mrcal's corners.vnl, or OpenCV's FileStorage with image_points; which
/// of them is seen from its content. What comes back has passed validate(). Throws an Error that names the file, and
/// the line where there is one, and says what to do.
[[nodiscard]] ReadObservations read_observations(const std::filesystem::path& path, const ReadOptions& options = {});
/// The same from its text.
[[nodiscard]] ReadObservations parse_observations(std::string_view text, const std::string& file_name,
                                                  const ReadOptions& options = {});

/// Whether a calibration file holds what it was made from too, as OpenCV's may (image_points).
[[nodiscard]] bool carries_observations(const std::filesystem::path& path);

}  // namespace fiducia

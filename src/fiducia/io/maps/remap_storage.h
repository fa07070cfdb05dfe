#pragma once

#include <string>

#include "fiducia/io/formats/opencv_storage.h"
#include "fiducia/use/lookup_map.h"

namespace fiducia {

/// Both maps as a FileStorage of OpenCV, compressed by gzip, which cv::FileStorage opens as it is: map_x and map_y take
/// the pixels of an undistorted image from a source image, distort_map_x and distort_map_y the other way round; floats,
/// as cv::remap takes them. Of the syntaxes YAML and XML.
[[nodiscard]] std::string remap_storage_gz(const LookupMap& undistort, const LookupMap& distort, OpenCvSyntax syntax);

}  // namespace fiducia

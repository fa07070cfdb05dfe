#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "fiducia/data/marker.h"

namespace fiducia {

// OpenCV's ArUco module behind a few functions: it moved and changed its classes between 4.6 and 4.7.

/// DICT_4X4_50 and so on, in OpenCV's order.
[[nodiscard]] const std::vector<std::string>& aruco_dictionary_names();

/// The first `count` markers of a dictionary. Throws an Error for a name that is not known, or more markers than it
/// has.
[[nodiscard]] std::vector<Marker> aruco_markers(const std::string& dictionary, int count);

struct SeenMarker {
  int id = 0;
  std::array<cv::Point2f, 4>
      corners;  ///< round the marker from the upper left of the upright one, in the image's sense
};

[[nodiscard]] std::vector<SeenMarker> find_aruco_markers(const cv::Mat& gray, const std::string& dictionary);

}  // namespace fiducia

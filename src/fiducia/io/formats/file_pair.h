#pragma once

#include <string>
#include <vector>

#include "fiducia/io/formats/camera_file.h"
#include "fiducia/use/stereo_rectification.h"

namespace fiducia {

/// Two cameras as files of OpenCV and ROS hold them: with the rectification that their programs are to use.
struct FilePair {
  Pose second_from_first;
  /// Without empty pixels (cv::stereoRectify's alpha 0); at the cameras' own scale where no rectangle has none.
  StereoRectification rectification;
};

/// Throws an Error where these are not two, their images differ in size, or they cannot be rectified.
[[nodiscard]] FilePair file_pair(const std::vector<FileCamera>& cameras, const std::string& format);

}  // namespace fiducia

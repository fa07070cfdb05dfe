#include "fiducia/io/formats/ros_stereo.h"

#include "fiducia/io/formats/camera_labels.h"
#include "fiducia/io/formats/file_pair.h"
#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/formats/opencv_storage.h"
#include "fiducia/io/formats/ros_camera_info.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {

Pose read_ros_pose(std::string_view text, const std::string& file_name) {
  const TreeDocument document = parse_yaml(text, file_name);
  const Tree& rectification_value = document.member(document.root(), "rectification_matrix");
  const Tree& projection_value = document.member(document.root(), "projection_matrix");
  const StoredMatrix rectification = opencv_matrix(document, rectification_value);
  const StoredMatrix projection = opencv_matrix(document, projection_value);
  if (rectification.values.size() != 9) document.fail(rectification_value, "must be 3 x 3");
  if (projection.rows != 3 || projection.values.size() != 12) document.fail(projection_value, "must be 3 x 4");
  const std::vector<double>& p = projection.values;
  if (!(p[0] > 0) || !(p[5] > 0) || p[1] != 0 || p[4] != 0 || p[8] != 0 || p[9] != 0 || p[10] != 1 || p[11] != 0) {
    document.fail(projection_value, "is none of a rectified camera, [fx 0 cx Tx; 0 fy cy Ty; 0 0 1 0]");
  }
  const Matrix3 camera_from_rectified = rotation_of(document, rectification_value, rectification.values).transpose();
  return {camera_from_rectified, camera_from_rectified * Vector3(p[3] / p[0], p[7] / p[5], 0)};
}

std::vector<FileContent> ros_stereo_files(const std::vector<FileCamera>& cameras) {
  const FilePair pair = file_pair(cameras, "ROS' camera_info");
  const std::vector<std::string> names = camera_labels(cameras);
  const std::vector<std::string> files = camera_file_labels(cameras);
  const auto text = [&](std::size_t i, const OutputCamera& output, const Eigen::Matrix<double, 3, 4>& projection) {
    FileCamera camera = cameras[i];
    camera.name = names[i];
    return FileContent{files[i] + ".yaml", ros_camera_info_text(camera, output.output_from_source, projection)};
  };
  return {text(0, pair.rectification.a, pair.rectification.projection_a()),
          text(1, pair.rectification.b, pair.rectification.projection_b())};
}

}  // namespace fiducia

#include "apps/fiducia/rectified_json.h"

#include <cmath>

namespace fiducia {
namespace {

Json matrix_rows_array(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Json rectified_object(const Rig& pair, const StereoRectification& rectified, const std::vector<Coverage>& coverage) {
  Json object = {{"format", "fiducia.rectified/1"},
                 {"cameras", {pair.cameras[0].name, pair.cameras[1].name}},
                 {"image_size", {rectified.a.image_size.width, rectified.a.image_size.height}},
                 {"shared", rectified.rotations.vertical ? "columns" : "rows"},
                 {"baseline_m", std::abs(rectified.rotations.shift_m)},
                 {"K", matrix_rows_array(rectified.camera_matrix())},
                 {"R1", matrix_rows_array(rectified.rotations.rectified_from_a)},
                 {"R2", matrix_rows_array(rectified.rotations.rectified_from_b)},
                 {"P1", matrix_rows_array(rectified.projection_a())},
                 {"P2", matrix_rows_array(rectified.projection_b())},
                 {"Q", matrix_rows_array(rectified.disparity_to_depth())}};
  Json& lost = object["coverage"] = Json::object();
  for (std::size_t i = 0; i < coverage.size(); ++i) lost[pair.cameras[i].name] = coverage_object(coverage[i]);
  return object;
}

Rig rectified_rig(const Rig& pair, const StereoRectification& rectified) {
  const Camera camera("pinhole",
                      {{"f", rectified.a.focal_px}, {"cx", rectified.a.centre.x()}, {"cy", rectified.a.centre.y()}},
                      rectified.a.image_size);
  Pose second;
  second.translation[rectified.rotations.vertical ? 1 : 0] = rectified.rotations.shift_m;
  return {{{pair.cameras[0].name, camera, Pose{}}, {pair.cameras[1].name, camera, second}}};
}

std::optional<PredictedRowError> predicted_row_error(const std::string& calibration, const Rig& pair,
                                                     const StereoRectification& rectified) {
  const Json root = Json::parse(calibration, nullptr, false);
  const Json::json_pointer pairs("/rig/pairs");
  const Json::json_pointer consistency("/rig/consistency/is_one_rig");
  if (!root.is_object() || !root.contains(pairs) || !root[pairs].is_array()) return std::nullopt;
  const Json names = {pair.cameras[0].name, pair.cameras[1].name};
  const Json reversed = {pair.cameras[1].name, pair.cameras[0].name};
  for (const Json& entry : root[pairs]) {
    if (!entry.is_object() || !entry.contains("cameras")) continue;
    if (entry["cameras"] != names && entry["cameras"] != reversed) continue;
    const auto bound = entry.find("row_error_bound95_px");
    if (bound == entry.end() || !bound->is_number()) return std::nullopt;
    const StereoRectification as_it_is =
        rectify_stereo(pair.cameras[0].camera, pair.cameras[1].camera, pair.pose_between(1, 0));
    const Json one_rig = root.contains(consistency) ? root[consistency] : Json(true);
    return PredictedRowError{bound->get<double>() * rectified.a.focal_px / as_it_is.a.focal_px, one_rig != Json(false)};
  }
  return std::nullopt;
}

}  // namespace fiducia

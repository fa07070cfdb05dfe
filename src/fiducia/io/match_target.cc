#include "fiducia/io/match_target.h"

#include <Eigen/Geometry>
#include <cmath>
#include <cstdio>

#include "fiducia/core/error.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr double kScaleTolerance = 1e-3;  // beyond: one of the two rulers is wrong
constexpr double kShapeTolerance = 1e-2;  // of the spacing; beyond: another board, or corners counted differently

std::string rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.5g", value);
  return text;
}

}  // namespace

std::optional<std::string> match_target(const std::vector<Vector3>& points, const Target& target,
                                        const std::string& where) {
  std::vector<std::size_t> ids;
  for (std::size_t id = 0; id < points.size(); ++id) {
    if (points[id].allFinite()) ids.push_back(id);
  }
  const std::string name = "target " + target_spec(target);
  if (!ids.empty() && ids.back() >= target.points.size()) {
    throw Error(ErrorCode::kBadData, where + ": corner_id " + std::to_string(ids.back()) + ", but " + name +
                                         " has corners 0 to " + std::to_string(target.points.size() - 1) +
                                         "; is it the right target?");
  }
  if (ids.size() < 2) return std::nullopt;

  Eigen::Matrix3Xd from(3, static_cast<Eigen::Index>(ids.size()));
  Eigen::Matrix3Xd to(3, from.cols());
  for (Eigen::Index i = 0; i < from.cols(); ++i) {
    from.col(i) = points[ids[static_cast<std::size_t>(i)]];
    to.col(i) = target.points[ids[static_cast<std::size_t>(i)]];
  }
  const Eigen::Matrix4d similarity = Eigen::umeyama(from, to, true);
  const Eigen::Matrix3d scaled_rotation = similarity.topLeftCorner<3, 3>();
  const Vector3 shift = similarity.topRightCorner<3, 1>();
  Eigen::Index worst = 0;
  const double off =
      (((scaled_rotation * from).colwise() + shift) - to).colwise().norm().maxCoeff<Eigen::PropagateNaN>(&worst);
  if (!(off <= kShapeTolerance * target.spacing_m)) {
    const std::string corner = std::to_string(ids[static_cast<std::size_t>(worst)]);
    throw Error(ErrorCode::kBadData,
                where + ": the board coordinates do not have the shape of " + name + ": corner_id " + corner +
                    " is off by " + (std::isfinite(off) ? rounded(off) + " m" : "more than can be told") +
                    "; is it the right target, with columns before rows, and corner_id = row x columns + column?");
  }
  const double file_over_target = 1 / std::cbrt(scaled_rotation.determinant());
  if (std::abs(file_over_target - 1) > kScaleTolerance) {
    return where + ": its board coordinates are " + rounded(file_over_target) + " times those of " + name +
           "; the target's are used (distances scale with them, the camera's parameters do not)";
  }
  return std::nullopt;
}

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <optional>

#include "fiducia/camera/camera.h"
#include "fiducia/guide/view.h"

namespace fiducia {

/// What a view would say about the intrinsics, its own pose eliminated: S_c = F'F - F'E (E'E)^-1 E'F (docs/method.md
/// 2), in units of 1/px^2 times the parameters' own. It needs no image: residuals do not enter, and the noise is a
/// factor that comes later. It assumes the camera that it is given, all corners equally sharp, and a target whose shape
/// is known; a camera that is still far from the truth misplaces the view. Nothing where the pose does not follow from
/// the corners that are seen.
[[nodiscard]] std::optional<Eigen::MatrixXd> view_information(const View& view, const Camera& camera,
                                                              const Board& board);

/// How corners that are seen elsewhere than the camera would have them pull its intrinsics, the view's own pose
/// eliminated: F'r - F'E (E'E)^-1 E'r with r = seen - projected, so that A^-1 times it is a Gauss-Newton step.
[[nodiscard]] std::optional<Eigen::VectorXd> view_pull(const View& view, const Camera& camera, const Board& board);

}  // namespace fiducia

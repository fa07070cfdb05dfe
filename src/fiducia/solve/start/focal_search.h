#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "fiducia/solve/start/base_lens.h"
#include "fiducia/solve/start/initial_values.h"

namespace fiducia {

/// Zhang's closed form with the principal point at the image's centre: the focal length that makes the columns of the
/// homographies orthogonal and of equal length, least squares over the frames. Nothing where it is not positive.
[[nodiscard]] std::optional<double> closed_form_focal(const InitialValueData& data,
                                                      const std::vector<std::size_t>& frames);

/// How badly a plain lens explains the frames: the sum over frames of their RMSE, each at its best pose, px.
[[nodiscard]] double lens_misfit(const BaseLens& lens, const InitialValueData& data,
                                 const std::vector<std::size_t>& frames);

/// The focal lengths of a family that explain the frames best, best first: local minima over a range from extreme
/// fisheye to long telephoto lenses.
[[nodiscard]] std::vector<BaseLens> focal_search(LensFamily family, const InitialValueData& data,
                                                 const std::vector<std::size_t>& frames);

/// The pose that follows from the rays of a frame's corners; nothing where one of them has no ray.
[[nodiscard]] std::optional<Pose> pose_through(const std::function<std::optional<Vector3>(const Vector2&)>& unproject,
                                               const InitialValueData& data, const Frame& frame);

/// The image's centre in pixels.
[[nodiscard]] Vector2 image_centre(ImageSize size);

}  // namespace fiducia

#pragma once

#include "fiducia/camera/camera.h"
#include "fiducia/core/pose.h"
#include "fiducia/io/json_document.h"

namespace fiducia {

/// Covariances of more parameters than this are not written: they would take tens of megabytes.
inline constexpr int kMostInMatrices = 100;

// What several of our files hold, the same way in each.

[[nodiscard]] Json json_array(const Vector3& value);
[[nodiscard]] Json numbers_array(const Eigen::VectorXd& values);
[[nodiscard]] Json json_array(ImageSize size);

/// {"fx": ..., "fy": ...} in the model's order.
[[nodiscard]] Json parameters_object(const Camera& camera);

[[nodiscard]] ImageSize read_image_size(const JsonDocument& document, const Json& value);

}  // namespace fiducia

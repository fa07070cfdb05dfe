#pragma once

#include <string>
#include <vector>

#include "fiducia/io/formats/opencv_lens.h"
#include "fiducia/io/tree/tree.h"

namespace fiducia {

// What several tools' files hold, the same way in each.

[[nodiscard]] int pixel_count(const TreeDocument& document, const Tree& value);          ///< 1 to a million
[[nodiscard]] ImageSize image_size_of(const TreeDocument& document, const Tree& value);  ///< [width, height]

/// fx, fy, cx, cy from the nine numbers of a camera matrix. Refuses a skew, which no model here has.
[[nodiscard]] OpenCvLens lens_of_matrix(const TreeDocument& document, const Tree& value,
                                        const std::vector<double>& nine);

/// camera_with(), its complaints about `value`.
[[nodiscard]] Camera camera_at(const TreeDocument& document, const Tree& value, const OpenCvLens& lens, ImageSize size);

/// A camera of one of the registry's models, complaints about `value`.
[[nodiscard]] Camera camera_at(const TreeDocument& document, const Tree& value, std::string_view model,
                               std::vector<double> parameters, ImageSize size);

/// A 4 x 4 matrix of a rigid motion, row by row. Refuses what is none.
[[nodiscard]] Pose pose_of_matrix(const TreeDocument& document, const Tree& value);

/// The same of a 3 x 3 matrix (or a rotation vector) and a translation that stand apart, as OpenCV has them.
[[nodiscard]] Pose pose_of_parts(const TreeDocument& document, const Tree& rotation, const Tree& translation);

/// A rotation from its nine numbers, row by row; complaints about `value`. Numbers that were rounded are made one.
[[nodiscard]] Matrix3 rotation_of(const TreeDocument& document, const Tree& value, const std::vector<double>& nine);

/// The numbers of a matrix, row by row.
[[nodiscard]] std::vector<double> numbers_by_row(const Eigen::MatrixXd& matrix);

/// "[1, 2.5, 3]": numbers that read back to the same doubles, in YAML and Python alike.
[[nodiscard]] std::string bracketed(const std::vector<double>& numbers);

}  // namespace fiducia

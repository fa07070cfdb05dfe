#include "fiducia/io/formats/foreign_values.h"

#include <Eigen/LU>
#include <cmath>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/io/formats/opencv_storage.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr int kMostPixelsPerSide = 1'000'000;
constexpr double kNearlyRigid = 1e-3;  // people round the matrices that they copy

/// Runs `make`, whose Error has no place in the file.
template <class Make>
Camera made_at(const TreeDocument& document, const Tree& value, const Make& make) {
  try {
    return make();
  } catch (const Error& error) {
    document.fail(value, std::string("cannot be used: ") + error.what());
  }
}

}  // namespace

int pixel_count(const TreeDocument& document, const Tree& value) {
  return document.integer(value, 1, kMostPixelsPerSide);
}

ImageSize image_size_of(const TreeDocument& document, const Tree& value) {
  document.list(value, 2);
  return {pixel_count(document, value.items[0]), pixel_count(document, value.items[1])};
}

OpenCvLens lens_of_matrix(const TreeDocument& document, const Tree& value, const std::vector<double>& nine) {
  if (nine[3] != 0 || nine[6] != 0 || nine[7] != 0 || nine[8] != 1) {
    document.fail(value, "is no camera matrix [fx 0 cx; 0 fy cy; 0 0 1]");
  }
  if (!(nine[0] > 0) || !(nine[4] > 0)) document.fail(value, "has focal lengths that are not above 0");
  if (nine[1] != 0) document.fail(value, "has a skew of " + shortest(nine[1]) + ", which no model here has");
  return {.fx = nine[0], .fy = nine[4], .cx = nine[2], .cy = nine[5]};
}

Camera camera_at(const TreeDocument& document, const Tree& value, const OpenCvLens& lens, ImageSize size) {
  return made_at(document, value, [&] { return camera_with(lens, size); });
}

Camera camera_at(const TreeDocument& document, const Tree& value, std::string_view model,
                 std::vector<double> parameters, ImageSize size) {
  return made_at(document, value, [&] {
    const std::shared_ptr<const Model> known = make_model(model);
    for (std::size_t i = 0; i < parameters.size() && i < known->info().parameters.size(); ++i) {
      const std::string_view name = known->info().parameters[i].name;
      if ((name == "f" || name == "fx" || name == "fy") && !(parameters[i] > 0)) {
        throw Error(ErrorCode::kBadData, "focal lengths must be above 0");
      }
    }
    return Camera(known, std::move(parameters), size);
  });
}

Pose pose_of_matrix(const TreeDocument& document, const Tree& value) {
  document.list(value, 4);
  Pose pose;
  for (int i = 0; i < 4; ++i) {
    const std::vector<double> row = document.numbers(value.items[static_cast<std::size_t>(i)], 4);
    if (i == 3) {
      if (row != std::vector<double>{0, 0, 0, 1}) document.fail(value.items[3], "must be [0, 0, 0, 1]");
      break;
    }
    pose.rotation.row(i) << row[0], row[1], row[2];
    pose.translation[i] = row[3];
  }
  const double off = (pose.rotation * pose.rotation.transpose() - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!(off < kNearlyRigid) || pose.rotation.determinant() < 0) {
    document.fail(value, "is no rigid motion: its rotation is not one");
  }
  return pose;
}

Matrix3 rotation_of(const TreeDocument& document, const Tree& value, const std::vector<double>& nine) {
  const Matrix3 given = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(nine.data());
  const double off = (given * given.transpose() - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!(off < kNearlyRigid) || given.determinant() < 0) document.fail(value, "is no rotation");
  constexpr double kRounded = 1e-14;  // what is one to the last digits stays as it is
  return off < kRounded ? given : nearest_rotation(given);
}

Pose pose_of_parts(const TreeDocument& document, const Tree& rotation, const Tree& translation) {
  const StoredMatrix r = opencv_matrix(document, rotation);
  const StoredMatrix t = opencv_matrix(document, translation);
  if (r.channels != 1 || (r.values.size() != 9 && r.values.size() != 3)) {
    document.fail(rotation, "must be a rotation of 3 rows and 3 columns, or a rotation vector");
  }
  if (t.channels != 1 || t.values.size() != 3) document.fail(translation, "must be a vector of 3 numbers");
  const Vector3 shift(t.values[0], t.values[1], t.values[2]);
  if (r.values.size() == 3) return Pose::from_vectors({r.values[0], r.values[1], r.values[2]}, shift);
  return {rotation_of(document, rotation, r.values), shift};
}

std::vector<double> numbers_by_row(const Eigen::MatrixXd& matrix) {
  std::vector<double> numbers;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) numbers.push_back(matrix(i, j));
  }
  return numbers;
}

std::string bracketed(const std::vector<double>& numbers) {
  std::string text = "[";
  for (const double number : numbers) text += (text.size() == 1 ? "" : ", ") + with_point(number);
  return text + "]";
}

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/core/pose.h"
#include "python/src/bindings.h"

namespace fiducia::python {

/// Checked and made contiguous by the Python side (fiducia/arrays.py), which knows the argument's name.
using Numbers = py::array_t<double, py::array::c_style>;

/// N x columns numbers (columns 0: a list of N) of an argument that nobody has checked. Throws an Error that names it.
[[nodiscard]] inline Numbers checked_numbers(const py::handle& value, const std::string& name, py::ssize_t columns) {
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(value);
  if (!array) throw Error(ErrorCode::kBadOption, name + ": is no array of numbers");
  const bool fits = columns == 0 ? array.ndim() == 1 : array.ndim() == 2 && array.shape(1) == columns;
  if (!fits) {
    throw Error(ErrorCode::kBadOption, name + " has shape " + py::str(array.attr("shape")).cast<std::string>() +
                                           "; give " +
                                           (columns == 0 ? "(N,)" : "(N, " + std::to_string(columns) + ")"));
  }
  return Numbers(array);
}

/// Numbers that somebody else owns, as an array that is not to be written to. `owner` keeps them alive.
template <class T>
[[nodiscard]] py::array view_of(const T* data, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides,
                                const py::object& owner) {
  py::array view(py::dtype::of<T>(), std::move(shape), std::move(strides), data, owner);
  view.attr("setflags")(py::arg("write") = false);
  return view;
}

/// An array that takes the numbers over, without a copy.
template <class T>
[[nodiscard]] py::array owning(std::vector<T> values, std::vector<py::ssize_t> shape) {
  auto* moved = new std::vector<T>(std::move(values));
  const py::capsule owner(moved, [](void* held) { delete static_cast<std::vector<T>*>(held); });
  return py::array(py::dtype::of<T>(), std::move(shape), moved->data(), owner);
}

[[nodiscard]] inline py::array matrix_array(const Eigen::MatrixXd& matrix) {
  Numbers result({matrix.rows(), matrix.cols()});
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      result.mutable_data(), matrix.rows(), matrix.cols()) = matrix;
  return result;
}

/// Points (N x 3) that stand in a list.
[[nodiscard]] inline py::array points_view(const std::vector<Vector3>& points, const py::object& owner) {
  const auto count = static_cast<py::ssize_t>(points.size());
  return view_of(points.empty() ? nullptr : points.front().data(), {count, 3}, {sizeof(Vector3), sizeof(double)},
                 owner);
}

}  // namespace fiducia::python

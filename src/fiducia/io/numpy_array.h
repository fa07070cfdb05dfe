#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fiducia {

/// What a .npy file holds.
struct NumpyArray {
  std::vector<std::size_t> shape;
  std::vector<double> values;  ///< the last index fastest
  std::string problem;         ///< why there are none: it holds pickled objects, text, ...
};

/// Numbers of any size and byte order. Pickled objects are never read: they could run any code. Throws an Error that
/// begins with `where` for what is no .npy file, or is cut short.
[[nodiscard]] NumpyArray read_numpy_array(std::string_view bytes, const std::string& where);

}  // namespace fiducia

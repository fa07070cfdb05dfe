#include "fiducia/io/formats/numpy_calibration.h"

#include <charconv>

#include "fiducia/core/error.h"
#include "fiducia/io/formats/opencv_calibration.h"
#include "fiducia/io/numpy_array.h"
#include "fiducia/io/zip_archive.h"

namespace fiducia {
namespace {

/// More than any camera matrix, coefficients or size have; poses and corners are larger and not needed.
constexpr std::size_t kMostValues = 64;
constexpr std::size_t kMostBytes = 1 << 20;

void add_number(double value, TreeBuilder& builder) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value);
  builder.text({digits, end.ptr}, false, 0);
}

/// A scalar as a number, others as rows of a matrix, without the axes of length 1 that NumPy code collects.
void add_array(const NumpyArray& array, TreeBuilder& builder) {
  std::vector<std::size_t> shape;
  for (const std::size_t side : array.shape) {
    if (side != 1) shape.push_back(side);
  }
  if (shape.empty()) {
    add_number(array.values.front(), builder);
    return;
  }
  const std::size_t columns = shape.back();
  const std::size_t rows = array.values.size() / columns;
  if (rows > 1) builder.begin_list(0);
  for (std::size_t row = 0; row < rows; ++row) {
    builder.begin_list(0);
    for (std::size_t column = 0; column < columns; ++column) add_number(array.values[row * columns + column], builder);
    builder.end();
  }
  if (rows > 1) builder.end();
}

}  // namespace

bool is_numpy_archive(std::string_view bytes) { return is_zip_archive(bytes); }

CameraFile read_numpy_calibration(std::string_view bytes, const std::string& file_name,
                                  const CameraFileOptions& options) {
  constexpr std::string_view kEnding = ".npy";
  TreeBuilder builder(file_name);
  std::string problems;
  builder.begin_map(0);
  for (const ZipMember& member : read_zip(bytes, file_name, kMostBytes)) {
    if (!member.name.ends_with(kEnding)) continue;
    const std::string name = member.name.substr(0, member.name.size() - kEnding.size());
    const NumpyArray array = read_numpy_array(member.bytes, file_name + ": " + name);
    if (!array.problem.empty()) {
      if (problems.empty()) problems = "; " + name + " is left out: " + array.problem;
      continue;
    }
    if (array.values.empty() || array.values.size() > kMostValues) continue;
    builder.key(name, 0);
    add_array(array, builder);
  }
  builder.end();
  try {
    CameraFile file = read_opencv_cameras(builder.finish(), options);
    file.format = "numpy";
    return file;
  } catch (const Error& error) {
    throw Error(error.code(), error.what() + problems);
  }
}

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

namespace fiducia {

/// Points from a file, a row each: .npy of n x columns numbers, or text with commas or blanks between them. A first row
/// that is no numbers names its columns; then those called as in `names` are taken, whatever else there is, or as many
/// as are asked for in their order. An empty field and nan are a number that is missing. Throws an Error "file:line:
/// ..." for what is not understood.
[[nodiscard]] Eigen::MatrixXd read_point_table(std::string_view bytes, const std::string& file_name,
                                               const std::vector<std::string>& names);

}  // namespace fiducia

#include "fiducia/io/maps/point_table.h"

#include <algorithm>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/csv_rows.h"
#include "fiducia/io/numpy_array.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

Eigen::MatrixXd points_of_numpy(std::string_view bytes, const std::string& file_name,
                                const std::vector<std::string>& names) {
  const NumpyArray array = read_numpy_array(bytes, file_name);
  if (!array.problem.empty()) throw Error(ErrorCode::kBadFile, file_name + ": " + array.problem);
  if (array.shape.size() != 2 || array.shape[1] != names.size()) {
    throw Error(ErrorCode::kBadFile, file_name + ": must hold an array of n x " + std::to_string(names.size()) +
                                         " numbers, " + some_of(names) + " in each row");
  }
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(array.values.data(), static_cast<Eigen::Index>(array.shape[0]),
                                    static_cast<Eigen::Index>(array.shape[1]));
}

std::vector<std::string_view> fields_of(const CsvRows& rows) {
  const std::vector<std::string_view>& fields = rows.fields();
  if (fields.size() != 1) return fields;
  return words_of(fields.front());  // blanks between the numbers
}

bool is_number_or_missing(std::string_view field) {
  return trimmed(field).empty() || number_in(trimmed(field)).has_value();
}

/// Which of the row's fields are the ones that are asked for.
std::vector<std::size_t> point_columns(const CsvRows& rows, const std::vector<std::string_view>& header,
                                       const std::vector<std::string>& names) {
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(header.begin(), header.end(), [&](std::string_view field) { return trimmed(field) == name; });
    if (found != header.end()) columns.push_back(static_cast<std::size_t>(found - header.begin()));
  }
  if (columns.size() == names.size()) return columns;
  if (header.size() != names.size()) rows.fail("the columns must be called " + some_of(names));
  columns.clear();
  for (std::size_t i = 0; i < names.size(); ++i) columns.push_back(i);
  return columns;
}

}  // namespace

Eigen::MatrixXd read_point_table(std::string_view bytes, const std::string& file_name,
                                 const std::vector<std::string>& names) {
  if (bytes.starts_with("\x93NUMPY")) return points_of_numpy(bytes, file_name, names);
  CsvRows rows(without_byte_order_mark(bytes), file_name);
  std::vector<std::size_t> columns;
  std::size_t width = 0;
  std::vector<double> values;
  bool first = true;
  while (rows.next()) {
    const std::vector<std::string_view> fields = fields_of(rows);
    if (first) {
      first = false;
      width = fields.size();
      if (!std::all_of(fields.begin(), fields.end(), is_number_or_missing)) {
        columns = point_columns(rows, fields, names);
        continue;
      }
      if (width != names.size()) {
        rows.fail("has " + std::to_string(width) + " numbers, not " + std::to_string(names.size()) + " (" +
                  some_of(names) + "); with more columns, name them in a first row");
      }
      for (std::size_t i = 0; i < width; ++i) columns.push_back(i);
    }
    if (fields.size() != width) {
      rows.fail("has " + std::to_string(fields.size()) + " fields, the first row " + std::to_string(width));
    }
    for (const std::size_t column : columns) {
      const std::string_view field = trimmed(fields[column]);
      const std::optional<double> number = number_in(field);
      if (!number && !field.empty()) rows.fail(excerpt(field) + " is not a number");
      values.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
  }
  if (values.empty()) throw Error(ErrorCode::kBadFile, file_name + ": holds no points");
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(values.data(), static_cast<Eigen::Index>(values.size() / names.size()),
                                    static_cast<Eigen::Index>(names.size()));
}

}  // namespace fiducia

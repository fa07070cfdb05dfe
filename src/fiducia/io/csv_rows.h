#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fiducia {

/// Goes through comma-separated text (RFC 4180: quoted fields may hold commas, line ends and doubled quotes) row
/// by row, without copying what is not quoted. Blank lines are passed over; lines end in LF or CR LF.
class CsvRows {
 public:
  CsvRows(std::string_view text, std::string file_name) : rest_(text), file_name_(std::move(file_name)) {}

  /// False at the end. The fields are valid until the next call.
  bool next();

  [[nodiscard]] const std::vector<std::string_view>& fields() const { return fields_; }
  [[nodiscard]] int line() const { return line_; }  ///< where the row begins; the first line is 1
  /// Throws an Error "file:line: message" about the present row.
  [[noreturn]] void fail(const std::string& message) const { fail_at(line_, message); }
  [[noreturn]] void fail_at(int line, const std::string& message) const;

 private:
  std::string_view quoted_field();
  std::string_view plain_field();
  void end_of_line();

  std::string_view rest_;
  std::string file_name_;
  std::vector<std::string_view> fields_;
  std::vector<std::string> unescaped_;  // of the quoted fields with doubled quotes
  int line_ = 0;
  int next_line_ = 1;
};

}  // namespace fiducia

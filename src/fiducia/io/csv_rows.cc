#include "fiducia/io/csv_rows.h"

#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

// More fields than any file of ours has; a row is not followed beyond, so that garbage cannot fill the memory.
constexpr std::size_t kMostFields = 64;

bool at_line_end(std::string_view text) {
  return text.empty() || text[0] == '\n' || (text[0] == '\r' && (text.size() == 1 || text[1] == '\n'));
}

}  // namespace

bool CsvRows::next() {
  fields_.clear();
  unescaped_.clear();
  unescaped_.reserve(kMostFields);  // so that views of its strings stay valid
  while (!rest_.empty() && at_line_end(rest_)) end_of_line();
  line_ = next_line_;
  if (rest_.empty()) return false;
  while (true) {
    if (fields_.size() == kMostFields) fail("the row has more than " + std::to_string(kMostFields) + " fields");
    fields_.push_back(!rest_.empty() && rest_[0] == '"' ? quoted_field() : plain_field());
    if (rest_.empty() || rest_[0] != ',') break;
    rest_.remove_prefix(1);
  }
  if (!rest_.empty()) end_of_line();
  return true;
}

std::string_view CsvRows::plain_field() {
  // One pass for the three characters that end a field: this loop is most of the time of reading a file.
  std::size_t length = 0;
  while (length < rest_.size() && rest_[length] != ',' && rest_[length] != '\n') ++length;
  const bool line_ends = length == rest_.size() || rest_[length] == '\n';
  const std::size_t shown = line_ends && length > 0 && rest_[length - 1] == '\r' ? length - 1 : length;
  const std::string_view field = rest_.substr(0, shown);
  rest_.remove_prefix(shown);
  return field;
}

std::string_view CsvRows::quoted_field() {
  std::size_t end = 1;
  bool doubled = false;
  while (true) {
    end = rest_.find('"', end);
    if (end == std::string_view::npos) fail("a quote is opened and never closed; close it or remove it");
    if (end + 1 == rest_.size() || rest_[end + 1] != '"') break;
    doubled = true;
    end += 2;
  }
  std::string_view field = rest_.substr(1, end - 1);
  rest_.remove_prefix(end + 1);
  next_line_ += static_cast<int>(std::count(field.begin(), field.end(), '\n'));
  if (!rest_.empty() && rest_[0] != ',' && !at_line_end(rest_)) {
    fail("there is text after the closing quote of " + excerpt(field) + "; write a quote within quotes twice");
  }
  if (!doubled) return field;
  std::string& plain = unescaped_.emplace_back();
  for (std::size_t i = 0; i < field.size(); ++i) {
    plain += field[i];
    if (field[i] == '"') ++i;
  }
  return plain;
}

void CsvRows::end_of_line() {
  rest_.remove_prefix(rest_[0] == '\r' && rest_.size() > 1 ? 2 : 1);
  ++next_line_;
}

void CsvRows::fail_at(int line, const std::string& message) const {
  throw Error(ErrorCode::kBadFile, file_name_ + ":" + std::to_string(line) + ": " + message);
}

}  // namespace fiducia

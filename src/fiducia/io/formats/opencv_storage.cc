#include "fiducia/io/formats/opencv_storage.h"

#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/io/json.h"
#include "fiducia/io/text.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

constexpr int kManyRows = std::numeric_limits<int>::max();
constexpr int kMostChannels = 4;

/// "d" -> 1, "2f" -> 2, "3d" -> 3.
int channels_of(const TreeDocument& document, const Tree& value) {
  const std::string& type = document.string(value);
  const bool numbered = type.size() == 2 && type[0] >= '1' && type[0] <= '0' + kMostChannels;
  const bool known = !type.empty() && std::string_view("ucwsifd").find(type.back()) != std::string_view::npos;
  if (!known || (type.size() != 1 && !numbered)) document.fail(value, "is no type of numbers, such as d or 2f");
  return numbered ? type[0] - '0' : 1;
}

StoredMatrix plain_matrix(const TreeDocument& document, const Tree& value) {
  StoredMatrix matrix;
  const bool nested = !value.items.empty() && value.items.front().is_list();
  matrix.rows = nested ? static_cast<int>(value.items.size()) : 1;
  if (!nested) {
    matrix.values = document.numbers(value);
  } else {
    const std::size_t columns = value.items.front().items.size();
    for (const Tree& row : value.items) {
      const std::vector<double> numbers = document.numbers(row, columns);
      matrix.values.insert(matrix.values.end(), numbers.begin(), numbers.end());
    }
  }
  matrix.columns = static_cast<int>(matrix.values.size()) / matrix.rows;
  return matrix;
}

std::string joined(const std::vector<double>& values, const char* separator) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : separator) + with_point(value);
  return text;
}

std::string xml_escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '&': escaped += "&amp;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

}  // namespace

TreeDocument parse_opencv_storage(std::string_view text, const std::string& file_name) {
  const std::string_view start = trimmed(text);
  if (start.starts_with('<')) return parse_opencv_xml(text, file_name);
  if (start.starts_with('{')) return parse_json(text, file_name);
  return parse_yaml(text, file_name);
}

bool is_opencv_matrix(const Tree& value) {
  if (value.has_type("opencv-matrix")) return true;
  const Tree* type = value.find("type_id");  // JSON has it beside the others
  return type != nullptr && type->text == "opencv-matrix";
}

StoredMatrix opencv_matrix(const TreeDocument& document, const Tree& value) {
  if (value.is_list()) return plain_matrix(document, value);
  StoredMatrix matrix;
  const Tree& rows = document.member(value, "rows");
  matrix.rows = document.integer(rows, 0, kManyRows);
  matrix.columns = document.integer(document.member(value, "cols"), 0, kManyRows);
  if (const Tree* type = document.optional_member(value, "dt")) matrix.channels = channels_of(document, *type);
  const Tree* data = document.optional_member(value, "data");
  const std::size_t found = data == nullptr ? 0 : document.list(*data).items.size();
  const double claimed = static_cast<double>(matrix.rows) * matrix.columns * matrix.channels;
  if (claimed != static_cast<double>(found)) {
    document.fail(data == nullptr ? value : *data,
                  "has " + std::to_string(found) + " numbers, not those of " + std::to_string(matrix.rows) +
                      " rows and " + std::to_string(matrix.columns) + " columns" +
                      (matrix.channels > 1 ? " of " + std::to_string(matrix.channels) : ""));
  }
  if (data != nullptr) matrix.values = document.numbers(*data);
  return matrix;
}

OpenCvStorageText::OpenCvStorageText(OpenCvSyntax syntax) : syntax_(syntax) {
  switch (syntax_) {
    case OpenCvSyntax::kYaml: text_ = "%YAML:1.0\n---\n"; break;
    case OpenCvSyntax::kXml: text_ = "<?xml version=\"1.0\"?>\n<opencv_storage>\n"; break;
    case OpenCvSyntax::kJson: text_ = "{\n"; break;
  }
}

void OpenCvStorageText::begin_entry() {
  if (syntax_ == OpenCvSyntax::kJson && !first_) text_ += ",\n";
  first_ = false;
}

void OpenCvStorageText::add(const std::string& key, int value) {
  begin_entry();
  const std::string number = std::to_string(value);
  switch (syntax_) {
    case OpenCvSyntax::kYaml: text_ += key + ": " + number + "\n"; break;
    case OpenCvSyntax::kXml: text_ += "<" + key + ">" + number + "</" + key + ">\n"; break;
    case OpenCvSyntax::kJson: text_ += "    \"" + key + "\": " + number; break;
  }
}

void OpenCvStorageText::add(const std::string& key, const std::string& value) {
  begin_entry();
  const std::string quoted = Json(value).dump();
  switch (syntax_) {
    case OpenCvSyntax::kYaml: text_ += key + ": " + quoted + "\n"; break;
    case OpenCvSyntax::kXml: text_ += "<" + key + ">\"" + xml_escaped(value) + "\"</" + key + ">\n"; break;
    case OpenCvSyntax::kJson: text_ += "    \"" + key + "\": " + quoted; break;
  }
}

void OpenCvStorageText::add(const std::string& key, const StoredMatrix& matrix) {
  begin_entry();
  const std::string rows = std::to_string(matrix.rows);
  const std::string columns = std::to_string(matrix.columns);
  switch (syntax_) {
    case OpenCvSyntax::kYaml:
      text_ += key + ": !!opencv-matrix\n   rows: " + rows + "\n   cols: " + columns + "\n   dt: d\n   data: [ " +
               joined(matrix.values, ", ") + " ]\n";
      break;
    case OpenCvSyntax::kXml:
      text_ += "<" + key + " type_id=\"opencv-matrix\">\n  <rows>" + rows + "</rows>\n  <cols>" + columns +
               "</cols>\n  <dt>d</dt>\n  <data>\n    " + joined(matrix.values, " ") + "</data></" + key + ">\n";
      break;
    case OpenCvSyntax::kJson:
      text_ += "    \"" + key + "\": {\n        \"type_id\": \"opencv-matrix\",\n        \"rows\": " + rows +
               ",\n        \"cols\": " + columns + ",\n        \"dt\": \"d\",\n        \"data\": [ " +
               joined(matrix.values, ", ") + " ]\n    }";
      break;
  }
}

std::string OpenCvStorageText::finish() {
  switch (syntax_) {
    case OpenCvSyntax::kYaml: break;
    case OpenCvSyntax::kXml: text_ += "</opencv_storage>\n"; break;
    case OpenCvSyntax::kJson: text_ += "\n}\n"; break;
  }
  return std::move(text_);
}

}  // namespace fiducia

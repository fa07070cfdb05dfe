#pragma once

#include <string>
#include <string_view>

#include "fiducia/io/tree/tree.h"

namespace fiducia {

// Texts of other tools as trees. Each throws an Error "file:line: ..." for what is not well formed.

/// YAML, also as OpenCV writes it ("%YAML:1.0").
[[nodiscard]] TreeDocument parse_yaml(std::string_view text, const std::string& file_name);

[[nodiscard]] TreeDocument parse_json(std::string_view text, const std::string& file_name);

/// XML as OpenCV writes it: elements are maps, elements named "_" the items of a list, texts of several words lists,
/// the attribute type_id is the type. The root element itself is left out.
[[nodiscard]] TreeDocument parse_opencv_xml(std::string_view text, const std::string& file_name);

/// A Python literal: dicts, lists, tuples, strings, bytes, numbers, True, False and None. Read as data: whatever would
/// have to be evaluated is refused.
[[nodiscard]] TreeDocument parse_python_literal(std::string_view text, const std::string& file_name);

}  // namespace fiducia

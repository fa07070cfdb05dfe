#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace fiducia {

/// Objects keep the order in which they were written.
using Json = nlohmann::ordered_json;

/// JSON as people like to read it: arrays and objects that hold plain values only stay on one line. Numbers read
/// back to the same double. Throws an Error when a string is not UTF-8, which JSON cannot hold.
[[nodiscard]] std::string readable(const Json& value);

/// What the parser says is wrong, without its own names and positions.
[[nodiscard]] std::string json_error_in_words(const Json::exception& error);

}  // namespace fiducia

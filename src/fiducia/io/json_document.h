#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/core/pose.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// A JSON text with strict access to its values: whatever does not fit is refused with an Error that names the
/// file, the line and the path of the value ("obs.json:12: frames[3].corners[17][1] must be a number"). Keys that
/// occur twice and nesting beyond any use are refused too. For the readers of our own files; not for hot loops
/// over foreign data.
class JsonDocument {
 public:
  JsonDocument(std::string_view text, std::string file_name);
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  [[nodiscard]] const Json& root() const { return root_; }

  /// All of these take values of this document.
  [[noreturn]] void fail(const Json& value, const std::string& message) const;
  void require_format(std::string_view format) const;
  void require_known_keys(const Json& object, std::initializer_list<std::string_view> known) const;
  [[nodiscard]] const Json& member(const Json& object, std::string_view key) const;
  [[nodiscard]] const Json* optional_member(const Json& object, std::string_view key) const;
  const Json& array(const Json& value) const;
  const Json& array(const Json& value, std::size_t size) const;
  const Json& array(const Json& value, std::size_t size, std::size_t or_size) const;
  [[nodiscard]] double number(const Json& value) const;
  [[nodiscard]] int integer(const Json& value, int lowest, int highest) const;
  [[nodiscard]] bool boolean(const Json& value) const;
  [[nodiscard]] const std::string& string(const Json& value) const;
  [[nodiscard]] Vector3 vector3(const Json& value) const;

 private:
  std::string file_name_;
  Json root_;
  std::vector<int> lines_;  // of every value, in the order of the text
};

}  // namespace fiducia

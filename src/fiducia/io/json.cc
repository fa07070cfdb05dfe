#include "fiducia/io/json.h"

#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

bool is_flat(const Json& value) {
  return !value.is_structured() ||
         std::none_of(value.begin(), value.end(), [](const Json& child) { return child.is_structured(); });
}

/// What is flat goes on one line (`indent` is then of no account), anything else gets a line a member.
void append(const Json& value, std::size_t indent, std::string& out) {
  if (!value.is_structured()) {
    out += value.dump();
    return;
  }
  const bool flat = is_flat(value);
  const bool object = value.is_object();
  out += object ? '{' : '[';
  for (auto member = value.begin(); member != value.end(); ++member) {
    if (member != value.begin()) out += flat ? ", " : ",";
    if (!flat) {
      out += '\n';
      out.append(indent + 1, ' ');
    }
    if (object) out += Json(member.key()).dump() + ": ";
    append(*member, indent + 1, out);
  }
  if (!flat) {
    out += '\n';
    out.append(indent, ' ');
  }
  out += object ? '}' : ']';
}

std::string first_not_utf8(const Json& value) {
  if (value.is_string()) return is_utf8(value.get<std::string>()) ? std::string() : value.get<std::string>();
  if (!value.is_structured()) return {};
  for (const Json& child : value) {
    if (std::string found = first_not_utf8(child); !found.empty()) return found;
  }
  return {};
}

}  // namespace

std::string readable(const Json& value) {
  std::string text;
  try {
    append(value, 0, text);
  } catch (const Json::type_error&) {
    throw Error(ErrorCode::kBadData,
                "the name " + excerpt(first_not_utf8(value)) + " is not UTF-8 text, which JSON cannot hold; rename it");
  }
  text += '\n';
  return text;
}

std::string json_error_in_words(const Json::exception& error) {
  // "[json.exception.parse_error.101] parse error at line 1, column 2: what is wrong" -> "what is wrong"
  std::string message = error.what();
  if (message.starts_with('[')) message.erase(0, message.find("] ") + 2);
  if (message.starts_with("parse error at ")) message.erase(0, message.find(": ") + 2);
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E) c = '?';
  }
  return message;
}

}  // namespace fiducia

#include "fiducia/io/json_document.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

#include "fiducia/core/error.h"
#include "fiducia/io/counting_iterator.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr int kDeepestNesting = 32;  // our own files need six levels

/// Watches the parser: notes lines, and stops it where a key comes twice or the nesting goes too deep.
class ParseWatch {
 public:
  ParseWatch(const ReadPosition& position, std::vector<int>& lines) : position_(&position), lines_(&lines) {}

  void see(int depth, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    switch (event) {
      case Event::object_start:
      case Event::array_start:
        if (depth >= kDeepestNesting) throw Error(ErrorCode::kBadFile, "the values are nested too deeply");
        lines_->push_back(position_->line);
        if (event == Event::object_start) open_objects_.emplace_back();
        break;
      case Event::key:
        if (!open_objects_.back().insert(parsed.get_ref<const std::string&>()).second) {
          throw Error(ErrorCode::kBadFile, "key " + excerpt(parsed.get_ref<const std::string&>()) +
                                               " occurs twice in the same object; leave one of them");
        }
        break;
      case Event::object_end: open_objects_.pop_back(); break;
      case Event::array_end: break;
      case Event::value: {
        // A number is known to be over only when the character after it has been read.
        const bool one_ahead = parsed.is_number() && position_->last == '\n';
        lines_->push_back(position_->line - (one_ahead ? 1 : 0));
        break;
      }
    }
  }

 private:
  const ReadPosition* position_;
  std::vector<int>* lines_;
  std::vector<std::set<std::string>> open_objects_;
};

struct Location {
  std::string path;
  std::size_t order = 0;  // how many values come before it in the text
};

/// Where `wanted`, known by its address, stands below `value`; counts the values that are passed.
bool locate(const Json& value, const Json* wanted, Location& location) {
  if (&value == wanted) return true;
  ++location.order;
  const std::size_t length = location.path.size();
  if (value.is_object()) {
    for (const auto& [key, child] : value.items()) {
      location.path += (length == 0 ? "" : ".") + key;
      if (locate(child, wanted, location)) return true;
      location.path.resize(length);
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      location.path += "[" + std::to_string(i) + "]";
      if (locate(value[i], wanted, location)) return true;
      location.path.resize(length);
    }
  }
  return false;
}

std::string described(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array of " + std::to_string(value.size());
  if (value.is_string()) return "the text " + excerpt(value.get_ref<const std::string&>());
  return value.dump();
}

}  // namespace

JsonDocument::JsonDocument(std::string_view text, std::string file_name) : file_name_(std::move(file_name)) {
  ReadPosition position;
  ParseWatch watch(position, lines_);
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::kBadFile, file_name_ + ":" + std::to_string(position.line) + ": " + why);
  };
  try {
    root_ =
        Json::parse(CountingIterator(text.data(), &position), CountingIterator(text.data() + text.size(), &position),
                    [&](int depth, Json::parse_event_t event, Json& parsed) {
                      watch.see(depth, event, parsed);
                      return true;
                    });
  } catch (const Json::exception& error) {
    refuse("not valid JSON: " + json_error_in_words(error));
  } catch (const Error& error) {
    refuse(error.what());
  }
}

void JsonDocument::fail(const Json& value, const std::string& message) const {
  Location location;
  const bool found = locate(root_, &value, location) && location.order < lines_.size();
  const std::string line = found ? ":" + std::to_string(lines_[location.order]) : "";
  const std::string path = location.path.empty() ? "the file" : location.path;
  throw Error(ErrorCode::kBadFile, file_name_ + line + ": " + path + " " + message);
}

void JsonDocument::require_format(std::string_view format) const {
  if (!root_.is_object()) fail(root_, "must hold one JSON object, not " + described(root_));
  const Json& found = member(root_, "format");
  if (string(found) != format) {
    fail(found, "must be '" + std::string(format) + "', not " + described(found) +
                    "; is this the right file, or one of a later version?");
  }
}

void JsonDocument::require_known_keys(const Json& object, std::initializer_list<std::string_view> known) const {
  if (!object.is_object()) fail(object, "must be an object, not " + described(object));
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), std::string_view(key)) != known.end()) continue;
    std::string names;
    for (const std::string_view name : known) names += (names.empty() ? "" : ", ") + std::string(name);
    fail(value, "is not a key that this version understands (it knows " + names + "); correct or remove it");
  }
}

const Json* JsonDocument::optional_member(const Json& object, std::string_view key) const {
  if (!object.is_object()) fail(object, "must be an object, not " + described(object));
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

const Json& JsonDocument::member(const Json& object, std::string_view key) const {
  const Json* found = optional_member(object, key);
  if (found == nullptr) fail(object, "has no key '" + std::string(key) + "', which it needs");
  return *found;
}

const Json& JsonDocument::array(const Json& value) const {
  if (!value.is_array()) fail(value, "must be an array, not " + described(value));
  return value;
}

const Json& JsonDocument::array(const Json& value, std::size_t size) const {
  if (!value.is_array() || value.size() != size) {
    fail(value, "must be an array of " + std::to_string(size) + ", not " + described(value));
  }
  return value;
}

const Json& JsonDocument::array(const Json& value, std::size_t size, std::size_t or_size) const {
  if (!value.is_array() || (value.size() != size && value.size() != or_size)) {
    fail(value, "must be an array of " + std::to_string(size) + " or " + std::to_string(or_size) + ", not " +
                    described(value));
  }
  return value;
}

double JsonDocument::number(const Json& value) const {
  if (!value.is_number()) fail(value, "must be a number, not " + described(value));
  return value.get<double>();
}

int JsonDocument::integer(const Json& value, int lowest, int highest) const {
  const bool small_enough = value.is_number_unsigned()
                                ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::max(highest, 0))
                                : value.is_number_integer() && value.get<std::int64_t>() <= highest;
  if (!small_enough || value.get<std::int64_t>() < lowest) {
    fail(value, "must be a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest) + ", not " +
                    described(value));
  }
  return value.get<int>();
}

bool JsonDocument::boolean(const Json& value) const {
  if (!value.is_boolean()) fail(value, "must be true or false, not " + described(value));
  return value.get<bool>();
}

const std::string& JsonDocument::string(const Json& value) const {
  if (!value.is_string()) fail(value, "must be a text, not " + described(value));
  return value.get_ref<const std::string&>();
}

Vector3 JsonDocument::vector3(const Json& value) const {
  array(value, 3);
  return {number(value[0]), number(value[1]), number(value[2])};
}

}  // namespace fiducia

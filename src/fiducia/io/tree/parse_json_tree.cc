#include "fiducia/io/counting_iterator.h"
#include "fiducia/io/json.h"
#include "fiducia/io/text.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

/// nlohmann's events as a tree; numbers stay as they were written.
class JsonEvents {
 public:
  using number_integer_t = Json::number_integer_t;
  using number_unsigned_t = Json::number_unsigned_t;
  using number_float_t = Json::number_float_t;
  using string_t = Json::string_t;
  using binary_t = Json::binary_t;

  JsonEvents(TreeBuilder& builder, const ReadPosition& position) : builder_(builder), position_(position) {}

  bool null() {
    builder_.null(line());
    return true;
  }
  bool boolean(bool value) {
    builder_.text(value ? "true" : "false", false, line());
    return true;
  }
  bool number_integer(number_integer_t value) {
    builder_.text(std::to_string(value), false, line_before());
    return true;
  }
  bool number_unsigned(number_unsigned_t value) {
    builder_.text(std::to_string(value), false, line_before());
    return true;
  }
  bool number_float(number_float_t, const string_t& written) {
    builder_.text(written, false, line_before());
    return true;
  }
  bool string(string_t& value) {
    builder_.text(std::move(value), true, line());
    return true;
  }
  bool binary(binary_t&) { return false; }  // not in JSON text
  bool start_object(std::size_t) {
    builder_.begin_map(line());
    return true;
  }
  bool key(string_t& name) {
    builder_.key(std::move(name), line());
    return true;
  }
  bool end_object() {
    builder_.end();
    return true;
  }
  bool start_array(std::size_t) {
    builder_.begin_list(line());
    return true;
  }
  bool end_array() {
    builder_.end();
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) {
    builder_.fail(line(), "not valid JSON: " + json_error_in_words(error));
  }

 private:
  [[nodiscard]] int line() const { return position_.line; }
  /// A number is known to be over only when the character after it has been read.
  [[nodiscard]] int line_before() const { return position_.line - (position_.last == '\n' ? 1 : 0); }

  TreeBuilder& builder_;
  const ReadPosition& position_;
};

}  // namespace

TreeDocument parse_json(std::string_view text, const std::string& file_name) {
  TreeBuilder builder(file_name);
  ReadPosition position;
  JsonEvents events(builder, position);
  Json::sax_parse(CountingIterator(text.data(), &position), CountingIterator(text.data() + text.size(), &position),
                  &events);
  return builder.finish();
}

}  // namespace fiducia

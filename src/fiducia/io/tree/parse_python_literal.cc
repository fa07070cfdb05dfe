#include <cctype>

#include "fiducia/io/text.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

bool starts_a_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_a_number(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '+' || c == '-' || c == '_';
}

/// A parser of its own because no library for C++ reads Python literals. Without recursion: the open brackets are
/// the builder's.
class PythonLiteral {
 public:
  PythonLiteral(std::string_view text, TreeBuilder& builder) : rest_(text), builder_(builder) {}

  void parse() {
    value();
    while (!closers_.empty()) {
      skip_blanks();
      if (peek() == closers_.back()) {
        close();
        continue;
      }
      if (!after_comma_ && !first_) fail("there must be ',' or '" + std::string(1, closers_.back()) + "'");
      if (closers_.back() == '}') {
        entry();
      } else {
        value();
      }
    }
    skip_blanks();
    if (!rest_.empty()) fail("there is more after the value: " + excerpt(first_line(rest_)));
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { builder_.fail(line_, "not a Python literal: " + message); }

  static std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

  [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

  char take() {
    if (rest_.empty()) fail("the file ends in the middle of a value");
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (c == '\n') ++line_;
    return c;
  }

  void skip_blanks() {
    while (!rest_.empty()) {
      if (peek() == '#') {
        rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      } else if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
        take();
      } else {
        return;
      }
    }
  }

  /// What follows a value: a comma, or nothing.
  void after_value() {
    first_ = false;
    after_comma_ = false;
    if (closers_.empty()) return;
    skip_blanks();
    if (peek() == ',') {
      take();
      after_comma_ = true;
    }
  }

  void open(char closer) {
    take();
    if (closer == '}') {
      builder_.begin_map(line_);
    } else {
      builder_.begin_list(line_);
    }
    closers_.push_back(closer);
    first_ = true;
    after_comma_ = false;
  }

  void close() {
    take();
    closers_.pop_back();
    builder_.end();
    after_value();
  }

  void entry() {
    const int line = line_;
    if (!starts_string()) fail("a key must be a string, not " + excerpt(first_line(rest_)));
    builder_.key(strings(), line);
    skip_blanks();
    if (peek() != ':') fail("there must be ':' after a key");
    take();
    value();
  }

  void value() {
    skip_blanks();
    const int line = line_;
    const char c = peek();
    if (c == '{') return open('}');
    if (c == '[') return open(']');
    if (c == '(') return open(')');
    if (starts_string()) {
      builder_.text(strings(), true, line);
    } else if (starts_a_word(c)) {
      word(line);
    } else if (continues_a_number(c)) {
      number(line);
    } else {
      fail(rest_.empty() ? "a value is missing" : "there is no value in " + excerpt(first_line(rest_)));
    }
    after_value();
  }

  void number(int line) {
    std::size_t length = 0;
    while (length < rest_.size() && continues_a_number(rest_[length])) ++length;
    const std::string_view text = rest_.substr(0, length);
    if (!number_in(text)) fail(excerpt(text) + " is no number");
    builder_.text(std::string(text), false, line);
    rest_.remove_prefix(length);
  }

  void word(int line) {
    std::size_t length = 0;
    while (length < rest_.size() &&
           (starts_a_word(rest_[length]) || std::isdigit(static_cast<unsigned char>(rest_[length])) != 0)) {
      ++length;
    }
    const std::string_view name = rest_.substr(0, length);
    if (name == "None") {
      builder_.null(line);
    } else if (name == "True" || name == "False" || name == "nan" || name == "inf") {
      builder_.text(std::string(name), false, line);
    } else {
      fail(excerpt(first_line(rest_)) + " is code; this file is read as data, and nothing in it is run");
    }
    rest_.remove_prefix(length);
  }

  /// A quote, after a prefix such as b or r.
  [[nodiscard]] std::size_t quote_at() const {
    std::size_t at = 0;
    while (at < 2 && at < rest_.size() && std::string_view("bBrRuU").find(rest_[at]) != std::string_view::npos) ++at;
    return at < rest_.size() && (rest_[at] == '\'' || rest_[at] == '"') ? at : std::string_view::npos;
  }
  [[nodiscard]] bool starts_string() const { return quote_at() != std::string_view::npos; }

  /// Strings that follow each other are one.
  std::string strings() {
    std::string all;
    while (starts_string()) {
      const std::string_view prefix = rest_.substr(0, quote_at());
      const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
      rest_.remove_prefix(prefix.size());
      one_string(raw, &all);
      skip_blanks();
    }
    return all;
  }

  void one_string(bool raw, std::string* all) {
    const char quote = take();
    const std::string three(2, quote);
    const bool triple = rest_.starts_with(three);
    if (triple) rest_.remove_prefix(2);
    while (true) {
      if (!triple && peek() == '\n') fail("a string has no end on its line");
      const char c = take();
      if (c == quote && (!triple || rest_.starts_with(three))) {
        if (triple) rest_.remove_prefix(2);
        return;
      }
      if (c != '\\') {
        *all += c;
      } else if (raw) {
        *all += c;
        *all += take();
      } else {
        escape(all);
      }
    }
  }

  void escape(std::string* all) {
    const char c = take();
    switch (c) {
      case '\n': break;
      case 'n': *all += '\n'; break;
      case 't': *all += '\t'; break;
      case 'r': *all += '\r'; break;
      case '\\':
      case '\'':
      case '"': *all += c; break;
      default:  // none of the strings that are used holds others
        *all += '\\';
        *all += c;
    }
  }

  std::string_view rest_;
  TreeBuilder& builder_;
  std::vector<char> closers_;
  bool first_ = true;
  bool after_comma_ = false;
  int line_ = 1;
};

}  // namespace

TreeDocument parse_python_literal(std::string_view text, const std::string& file_name) {
  TreeBuilder builder(file_name);
  PythonLiteral(text, builder).parse();
  return builder.finish();
}

}  // namespace fiducia

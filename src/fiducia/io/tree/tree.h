#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// A value in a file of another tool, whatever its syntax (YAML, XML, JSON, a Python literal).
struct Tree {
  enum class Kind { kNull, kText, kList, kMap };

  Kind kind = Kind::kNull;
  bool quoted = false;            ///< of a text: a string for certain, not a number
  int line = 0;                   ///< where it begins; 0: not known
  std::string text;               ///< of a text: itself; of a list or map: its type, such as "opencv-matrix"
  std::vector<Tree> items;        ///< of a list, and of a map in the order of its keys
  std::vector<std::string> keys;  ///< of a map, one per item

  [[nodiscard]] bool is_map() const { return kind == Kind::kMap; }
  [[nodiscard]] bool is_list() const { return kind == Kind::kList; }
  [[nodiscard]] bool is_text() const { return kind == Kind::kText; }
  [[nodiscard]] bool has_type(std::string_view type) const;
  [[nodiscard]] const Tree* find(std::string_view key) const;  ///< null where there is none, or this is no map
};

/// A tree with strict access to its values: whatever does not fit is refused with an Error that names the file, the
/// line and the path of the value ("left.yml:12: camera_matrix.data[3] must be a number, not 'x'").
class TreeDocument {
 public:
  TreeDocument(Tree root, std::string file_name) : root_(std::move(root)), file_name_(std::move(file_name)) {}
  TreeDocument(const TreeDocument&) = delete;
  TreeDocument& operator=(const TreeDocument&) = delete;
  TreeDocument(TreeDocument&&) = default;
  TreeDocument& operator=(TreeDocument&&) = delete;

  [[nodiscard]] const Tree& root() const { return root_; }
  [[nodiscard]] const std::string& file_name() const { return file_name_; }

  /// All of these take values of this document.
  [[noreturn]] void fail(const Tree& value, const std::string& message) const;
  [[nodiscard]] const Tree& member(const Tree& map, std::string_view key) const;
  [[nodiscard]] const Tree* optional_member(const Tree& map, std::string_view key) const;
  const Tree& list(const Tree& value) const;
  const Tree& list(const Tree& value, std::size_t size) const;
  [[nodiscard]] double number(const Tree& value) const;  ///< finite
  [[nodiscard]] int integer(const Tree& value, int lowest, int highest) const;
  [[nodiscard]] const std::string& string(const Tree& value) const;
  [[nodiscard]] std::vector<double> numbers(const Tree& value) const;
  [[nodiscard]] std::vector<double> numbers(const Tree& value, std::size_t size) const;

 private:
  Tree root_;
  std::string file_name_;
};

/// Puts a tree together as a parser goes through a text. Throws an Error "file:line: ..." for a key that occurs twice,
/// nesting beyond any use, and more values than any of these files needs.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string file_name) : file_name_(std::move(file_name)) {}

  void begin_map(int line, std::string type = {});
  void begin_list(int line, std::string type = {});
  void key(std::string name, int line);
  void text(std::string value, bool quoted, int line);
  void null(int line);
  void copy_of(const Tree& value, int line);
  /// Of the map or list that was begun last, which it returns.
  const Tree& end();

  [[nodiscard]] bool expects_key() const;
  [[nodiscard]] bool is_complete() const { return has_root_ && open_.empty(); }
  [[noreturn]] void fail(int line, const std::string& message) const;
  [[nodiscard]] TreeDocument finish();

 private:
  Tree& add(Tree value);
  void count(std::size_t values, int line);

  std::string file_name_;
  Tree root_;
  bool has_root_ = false;
  bool has_key_ = false;
  std::string key_;
  std::vector<Tree> open_;              // not yet part of their parents
  std::vector<std::string> open_keys_;  // under which they will be
  std::size_t values_ = 0;
};

/// Vectors [x, y, z] of a tree.
[[nodiscard]] Vector3 vector3(const TreeDocument& document, const Tree& value);

}  // namespace fiducia

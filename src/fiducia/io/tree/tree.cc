#include "fiducia/io/tree/tree.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fiducia/core/error.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr std::size_t kDeepestTree = 40;        // calib.io's files, the deepest, need ten levels
constexpr std::size_t kMostValues = 5'000'000;  // half a gigabyte

std::string what_it_is(const Tree& value) {
  switch (value.kind) {
    case Tree::Kind::kNull: return "nothing";
    case Tree::Kind::kText: return excerpt(value.text);
    case Tree::Kind::kList: return "a list of " + std::to_string(value.items.size());
    case Tree::Kind::kMap: return "a map";
  }
  return {};
}

/// The path of `wanted`, known by its address, below `value`.
bool find_path(const Tree& value, const Tree* wanted, std::string* path) {
  if (&value == wanted) return true;
  const std::size_t length = path->size();
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    *path += value.is_map() ? (length == 0 ? "" : ".") + printable(value.keys[i]) : "[" + std::to_string(i) + "]";
    if (find_path(value.items[i], wanted, path)) return true;
    path->resize(length);
  }
  return false;
}

/// Many keys in one map are compared by sorting.
const std::string* key_that_occurs_twice(const std::vector<std::string>& keys) {
  std::vector<const std::string*> sorted;
  for (const std::string& key : keys) sorted.push_back(&key);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return *a < *b; });
  const auto twice =
      std::adjacent_find(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return *a == *b; });
  return twice == sorted.end() ? nullptr : *twice;
}

std::size_t size_of(const Tree& value) {
  std::size_t size = 1;
  for (const Tree& item : value.items) size += size_of(item);
  return size;
}

std::size_t depth_of(const Tree& value) {
  std::size_t depth = 0;
  for (const Tree& item : value.items) depth = std::max(depth, depth_of(item));
  return depth + 1;
}

}  // namespace

bool Tree::has_type(std::string_view type) const { return kind != Kind::kText && text.find(type) != std::string::npos; }

const Tree* Tree::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

void TreeDocument::fail(const Tree& value, const std::string& message) const {
  std::string path;
  find_path(root_, &value, &path);
  const std::string line = value.line > 0 ? ":" + std::to_string(value.line) : "";
  throw Error(ErrorCode::kBadFile, file_name_ + line + ": " + (path.empty() ? "the file" : path) + " " + message);
}

const Tree* TreeDocument::optional_member(const Tree& map, std::string_view key) const {
  if (!map.is_map()) fail(map, "must be a map with the key '" + std::string(key) + "', not " + what_it_is(map));
  const Tree* found = map.find(key);
  return found == nullptr || found->kind == Tree::Kind::kNull ? nullptr : found;
}

const Tree& TreeDocument::member(const Tree& map, std::string_view key) const {
  const Tree* found = optional_member(map, key);
  if (found == nullptr) fail(map, "has no key '" + std::string(key) + "', which it needs");
  return *found;
}

const Tree& TreeDocument::list(const Tree& value) const {
  if (!value.is_list()) fail(value, "must be a list, not " + what_it_is(value));
  return value;
}

const Tree& TreeDocument::list(const Tree& value, std::size_t size) const {
  if (!value.is_list() || value.items.size() != size) {
    fail(value, "must be a list of " + std::to_string(size) + ", not " + what_it_is(value));
  }
  return value;
}

double TreeDocument::number(const Tree& value) const {
  const std::optional<double> parsed = value.is_text() && !value.quoted ? number_in(value.text) : std::nullopt;
  if (parsed && std::isfinite(*parsed)) return *parsed;
  std::string lower(value.text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
  const bool not_finite = value.is_text() && !value.quoted && lower.size() < 12 &&
                          (lower.find("nan") != std::string::npos || lower.find("inf") != std::string::npos);
  fail(value, std::string("must be a ") + (not_finite || parsed ? "finite " : "") + "number, not " + what_it_is(value));
}

int TreeDocument::integer(const Tree& value, int lowest, int highest) const {
  const double whole = number(value);
  if (whole != std::floor(whole) || whole < lowest || whole > highest) {
    fail(value, "must be a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest) + ", not " +
                    what_it_is(value));
  }
  return static_cast<int>(whole);
}

const std::string& TreeDocument::string(const Tree& value) const {
  if (!value.is_text()) fail(value, "must be a text, not " + what_it_is(value));
  if (!is_utf8(value.text)) fail(value, "must be UTF-8 text");
  return value.text;
}

std::vector<double> TreeDocument::numbers(const Tree& value) const {
  list(value);
  std::vector<double> result;
  result.reserve(value.items.size());
  for (const Tree& item : value.items) result.push_back(number(item));
  return result;
}

std::vector<double> TreeDocument::numbers(const Tree& value, std::size_t size) const {
  return numbers(list(value, size));
}

void TreeBuilder::fail(int line, const std::string& message) const {
  throw Error(ErrorCode::kBadFile, file_name_ + ":" + std::to_string(line) + ": " + message);
}

bool TreeBuilder::expects_key() const { return !open_.empty() && open_.back().is_map() && !has_key_; }

void TreeBuilder::count(std::size_t values, int line) {
  values_ += values;
  if (values_ > kMostValues) fail(line, "the file holds more values than any calibration needs");
}

void TreeBuilder::begin_map(int line, std::string type) {
  count(1, line);
  if (open_.size() >= kDeepestTree) fail(line, "the values are nested too deeply");
  open_.push_back({.kind = Tree::Kind::kMap, .line = line, .text = std::move(type)});
  open_keys_.push_back(std::move(key_));
  has_key_ = false;
}

void TreeBuilder::begin_list(int line, std::string type) {
  begin_map(line, std::move(type));
  open_.back().kind = Tree::Kind::kList;
}

void TreeBuilder::key(std::string name, int line) {
  count(1, line);
  key_ = std::move(name);
  has_key_ = true;
}

Tree& TreeBuilder::add(Tree value) {
  if (open_.empty()) {
    if (has_root_) fail(value.line, "there is more than one value in the file");
    has_root_ = true;
    root_ = std::move(value);
    return root_;
  }
  Tree& parent = open_.back();
  if (parent.is_map()) parent.keys.push_back(std::move(key_));
  has_key_ = false;
  parent.items.push_back(std::move(value));
  return parent.items.back();
}

void TreeBuilder::text(std::string value, bool quoted, int line) {
  count(1, line);
  add({.kind = Tree::Kind::kText, .quoted = quoted, .line = line, .text = std::move(value)});
}

void TreeBuilder::null(int line) {
  count(1, line);
  add({.line = line});
}

void TreeBuilder::copy_of(const Tree& value, int line) {
  count(size_of(value), line);
  if (open_.size() + depth_of(value) > kDeepestTree) fail(line, "the values are nested too deeply");
  add(Tree(value));
}

const Tree& TreeBuilder::end() {
  Tree done = std::move(open_.back());
  open_.pop_back();
  key_ = std::move(open_keys_.back());
  open_keys_.pop_back();
  if (const std::string* twice = key_that_occurs_twice(done.keys)) {
    const auto last = std::find(done.keys.rbegin(), done.keys.rend(), *twice);
    fail(done.items[static_cast<std::size_t>(done.keys.rend() - last) - 1].line,
         "key " + excerpt(*twice) + " occurs twice in the same map; leave one of them");
  }
  return add(std::move(done));
}

TreeDocument TreeBuilder::finish() {
  if (!has_root_ || !open_.empty()) fail(1, "there is no value in the file");
  return {std::move(root_), std::move(file_name_)};
}

Vector3 vector3(const TreeDocument& document, const Tree& value) {
  const std::vector<double> numbers = document.numbers(value, 3);
  return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace fiducia

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <sstream>

#include "fiducia/io/text.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

/// The parser's events as a tree. yaml-cpp's own nodes would take keys that occur twice.
class YamlEvents : public YAML::EventHandler {
 public:
  explicit YamlEvents(TreeBuilder& builder) : builder_(builder) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    if (builder_.expects_key()) builder_.fail(line_of(mark), "a key must be a text");
    if (!builder_.is_complete()) builder_.null(line_of(mark));  // "---" at the end begins an empty document
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end() || builder_.expects_key()) {
      builder_.fail(line_of(mark), "an alias must stand for a value that comes before it");
    }
    builder_.copy_of(found->second, line_of(mark));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (anchor != 0) {
      anchors_[anchor] = {.kind = Tree::Kind::kText, .quoted = tag == "!", .line = line_of(mark), .text = value};
    }
    if (builder_.expects_key()) {
      builder_.key(value, line_of(mark));
    } else if (tag == "?" && (value == "~" || value == "null")) {
      builder_.null(line_of(mark));
    } else {
      builder_.text(value, tag == "!", line_of(mark));  // "!": in quotes
    }
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    require_value(mark);
    begun_.push_back(anchor);
    builder_.begin_list(line_of(mark), tag);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    require_value(mark);
    begun_.push_back(anchor);
    builder_.begin_map(line_of(mark), tag);
  }
  void OnMapEnd() override { end(); }

 private:
  static int line_of(const YAML::Mark& mark) { return mark.line + 1; }

  void require_value(const YAML::Mark& mark) const {
    if (builder_.expects_key()) builder_.fail(line_of(mark), "a key must be a text");
  }

  void end() {
    const Tree& done = builder_.end();
    if (begun_.back() != 0) anchors_.insert_or_assign(begun_.back(), done);
    begun_.pop_back();
  }

  TreeBuilder& builder_;
  std::vector<YAML::anchor_t> begun_;  // of the open lists and maps
  std::map<YAML::anchor_t, Tree> anchors_;
};

}  // namespace

TreeDocument parse_yaml(std::string_view text, const std::string& file_name) {
  std::string content(text);
  // OpenCV's first line is no YAML: "%YAML:1.0". The line stays, so that lines keep their numbers.
  if (content.starts_with("%YAML")) content.erase(0, std::min(content.find('\n'), content.size()));
  TreeBuilder builder(file_name);
  YamlEvents events(builder);
  std::istringstream stream(content);
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(events)) builder.fail(1, "the file is empty");
    parser.HandleNextDocument(events);  // a second document is a second value, which the builder refuses
  } catch (const YAML::Exception& error) {
    builder.fail(error.mark.line + 1, "not valid YAML: " + printable(error.msg));
  }
  return builder.finish();
}

}  // namespace fiducia

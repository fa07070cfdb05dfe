#include <algorithm>
#include <pugixml.hpp>

#include "fiducia/io/text.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

/// The lines of a text by how far into it something stands.
class LineOf {
 public:
  explicit LineOf(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') ends_.push_back(i);
    }
  }

  [[nodiscard]] int operator()(std::ptrdiff_t offset) const {
    const auto at =
        std::lower_bound(ends_.begin(), ends_.end(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
    return static_cast<int>(at - ends_.begin()) + 1;
  }

 private:
  std::vector<std::size_t> ends_;
};

class XmlTree {
 public:
  XmlTree(TreeBuilder& builder, const LineOf& lines) : builder_(builder), lines_(lines) {}

  void add_children(const pugi::xml_node& element) {
    for (const pugi::xml_node& child : element.children()) {
      if (child.type() != pugi::node_element) continue;
      if (builder_.expects_key()) builder_.key(child.name(), line(child));
      add(child);
    }
  }

 private:
  [[nodiscard]] int line(const pugi::xml_node& node) const { return lines_(node.offset_debug()); }

  void add(const pugi::xml_node& element) {
    const pugi::xml_node first =
        element.find_child([](const auto& child) { return child.type() == pugi::node_element; });
    if (first) {
      const std::string type = element.attribute("type_id").value();
      if (std::string_view(first.name()) == "_") {
        builder_.begin_list(line(element), type);
      } else {
        builder_.begin_map(line(element), type);
      }
      add_children(element);
      builder_.end();
      return;
    }
    const std::string_view text = trimmed(element.child_value());
    if (text.size() >= 2 && text.starts_with('"') && text.ends_with('"')) {
      builder_.text(std::string(text.substr(1, text.size() - 2)), true, line(element));
      return;
    }
    const std::vector<std::string_view> words = words_of(text);
    if (words.empty()) {
      builder_.null(line(element));
    } else if (words.size() == 1 && std::string_view(element.name()) != "data") {
      builder_.text(std::string(text), false, line(element));
    } else {
      builder_.begin_list(line(element));
      for (const std::string_view word : words) builder_.text(std::string(word), false, line(element));
      builder_.end();
    }
  }

  TreeBuilder& builder_;
  const LineOf& lines_;
};

}  // namespace

TreeDocument parse_opencv_xml(std::string_view text, const std::string& file_name) {
  TreeBuilder builder(file_name);
  const LineOf lines(text);
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
  if (!parsed) builder.fail(lines(parsed.offset), std::string("not valid XML: ") + parsed.description());
  const pugi::xml_node root = document.document_element();
  if (std::string_view(root.name()) != "opencv_storage") {
    builder.fail(
        lines(root.offset_debug()),
        "of XML files only OpenCV's are read, whose root is <opencv_storage>, not <" + printable(root.name()) + ">");
  }
  builder.begin_map(lines(root.offset_debug()));
  XmlTree(builder, lines).add_children(root);
  builder.end();
  return builder.finish();
}

}  // namespace fiducia

#include "fiducia/io/tree/tree.h"

#include <gmock/gmock.h>

#include "fiducia/io/formats/opencv_storage.h"
#include "fiducia/io/tree/parse_tree.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_message;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The same content in the four syntaxes.
TEST(Tree, IsTheSameInEverySyntax) {
  const std::string yaml = "%YAML:1.0\n---\nname: \"a b\"\nn: 3\nlist: [1., -2.5e-3, .5]\nmap: {x: 1}\n";
  const std::string json = R"({"name": "a b", "n": 3, "list": [1.0, -2.5e-3, 0.5], "map": {"x": 1}})";
  const std::string xml =
      "<?xml version=\"1.0\"?>\n<opencv_storage><name>\"a b\"</name><n>3</n><list>1. -2.5e-3 .5</list>"
      "<map><x>1</x></map></opencv_storage>";
  const std::string python = "# comment\n{'name': 'a' \" b\", 'n': 3, 'list': (1., -2.5e-3, .5,), 'map': {'x': 1,},}\n";
  const auto check = [](const TreeDocument& document) {
    const Tree& root = document.root();
    EXPECT_EQ(document.string(document.member(root, "name")), "a b");
    EXPECT_EQ(document.integer(document.member(root, "n"), 0, 10), 3);
    EXPECT_THAT(document.numbers(document.member(root, "list")), ElementsAre(1.0, -2.5e-3, 0.5));
    EXPECT_EQ(document.number(document.member(document.member(root, "map"), "x")), 1.0);
    EXPECT_EQ(document.optional_member(root, "absent"), nullptr);
    EXPECT_THAT(error_message([&] { static_cast<void>(document.number(document.member(root, "name"))); }),
                AllOf(StartsWith("f:"), HasSubstr("name must be a number, not 'a b'")));
  };
  check(parse_yaml(yaml, "f"));
  check(parse_json(json, "f"));
  check(parse_opencv_xml(xml, "f"));
  check(parse_python_literal(python, "f"));
}

TEST(Tree, AnAliasIsACopy) {
  const TreeDocument document = parse_yaml("a: &x [1, 2]\nb: *x\nc: &y 7\nd: *y\n", "f");
  EXPECT_THAT(document.numbers(document.member(document.root(), "b")), ElementsAre(1, 2));
  EXPECT_EQ(document.number(document.member(document.root(), "d")), 7);
}

TEST(Tree, AliasesDoNotMultiplyWithoutBound) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += (k == 0 ? "" : ", ") + last;
    bomb += "]\n";
  }
  EXPECT_THAT(error_message([&] { (void)parse_yaml(bomb, "f"); }), HasSubstr("more values than any calibration needs"));
}

struct Malformed {
  const char* name;
  TreeDocument (*parse)(std::string_view, const std::string&);
  std::string text;
  std::string begins;
  std::string contains;
};

void PrintTo(const Malformed& value, std::ostream* stream) { *stream << value.name; }

class TreeRefuses : public ::testing::TestWithParam<Malformed> {};

TEST_P(TreeRefuses, WithFileAndLine) {
  EXPECT_THAT(error_message([] { (void)GetParam().parse(GetParam().text, "f"); }),
              AllOf(StartsWith(GetParam().begins), HasSubstr(GetParam().contains)));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, TreeRefuses,
    ::testing::Values(
        Malformed{"YamlTwiceTheSameKey", parse_yaml, "a: 1\nb: 2\na: 3\n", "f:3: ", "key 'a' occurs twice"},
        Malformed{"YamlDeep", parse_yaml,
                  [] {
                    std::string nested;
                    for (int i = 0; i < 5000; ++i) nested += "- ";
                    return nested;
                  }(),
                  "f:1: ", "nested too deeply"},
        Malformed{"YamlUnclosed", parse_yaml, "a: [1, 2\nb: 3\n", "f:2: ", "not valid YAML"},
        Malformed{"YamlEmpty", parse_yaml, "", "f:1: ", "empty"},
        Malformed{"YamlTwoDocuments", parse_yaml, "a: 1\n---\nb: 2\n", "f:", "more than one value"},
        Malformed{"YamlListAsKey", parse_yaml, "? [1, 2]\n: 3\n", "f:1: ", "a key must be a text"},
        Malformed{"YamlUnknownAlias", parse_yaml, "a: *b\n", "f:1: ", "not valid YAML"},
        Malformed{"JsonTwiceTheSameKey", parse_json, "{\"a\": 1,\n\"a\": 2}", "f:2: ", "key 'a' occurs twice"},
        Malformed{"JsonDeep", parse_json, std::string(5000, '['), "f:1: ", "nested too deeply"},
        Malformed{"JsonCut", parse_json, "{\"a\":\n", "f:2: ", "not valid JSON"},
        Malformed{"XmlTwiceTheSameKey", parse_opencv_xml, "<opencv_storage>\n<a>1</a>\n<a>2</a></opencv_storage>",
                  "f:3: ", "key 'a' occurs twice"},
        Malformed{"XmlUnclosed", parse_opencv_xml, "<opencv_storage>\n<a>", "f:2: ", "not valid XML"},
        Malformed{"XmlOther", parse_opencv_xml, "<?xml version=\"1.0\"?><svg></svg>", "f:1: ", "not <svg>"},
        Malformed{"XmlDeep", parse_opencv_xml,
                  "<opencv_storage>" +
                      [] {
                        std::string opened, closed;
                        for (int i = 0; i < 3000; ++i) opened += "<a>", closed += "</a>";
                        return opened + closed;
                      }() +
                      "</opencv_storage>",
                  "f:1: ", "nested too deeply"},
        Malformed{"PythonCode", parse_python_literal, "{\n'a': __import__('os').system('id')}",
                  "f:2: ", "is code; this file is read as data"},
        Malformed{"PythonCall", parse_python_literal, "{'a': np.array([1])}", "f:1: ", "is code"},
        Malformed{"PythonSum", parse_python_literal, "{'a': 1 + 2}", "f:1: ", "',' or '}'"},
        Malformed{"PythonTwiceTheSameKey", parse_python_literal, "{'a': 1,\n 'a': 2}", "f:2: ", "key 'a' occurs twice"},
        Malformed{"PythonDeep", parse_python_literal, std::string(100000, '('), "f:1: ", "nested too deeply"},
        Malformed{"PythonCut", parse_python_literal, "{'a': [1,\n 2", "f:2: ", "',' or ']'"},
        Malformed{"PythonOpenString", parse_python_literal, "{'a': 'b\n}", "f:1: ", "no end on its line"},
        Malformed{"PythonMore", parse_python_literal, "{}\nimport os", "f:2: ", "more after the value"},
        Malformed{"PythonNumberKey", parse_python_literal, "{1: 2}", "f:1: ", "a key must be a string"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(OpenCvMatrix, DataMustMatchTheSize) {
  const auto read = [](const std::string& matrix) {
    const TreeDocument document = parse_yaml("%YAML:1.0\n---\nm: !!opencv-matrix\n" + matrix, "f");
    return opencv_matrix(document, document.member(document.root(), "m"));
  };
  const StoredMatrix two = read("   rows: 1\n   cols: 2\n   dt: \"2f\"\n   data: [1, 2, 3, 4]\n");
  EXPECT_EQ(two.channels, 2);
  EXPECT_THAT(two.values, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(error_message([&] { (void)read("   rows: 3\n   cols: 3\n   dt: d\n   data: [1, 2]\n"); }),
              StartsWith("f:7: m.data has 2 numbers, not those of 3 rows and 3 columns"));
  // A claim of 2^62 numbers takes no memory.
  EXPECT_THAT(error_message([&] { (void)read("   rows: 2147483647\n   cols: 2147483647\n   dt: d\n   data: [1]\n"); }),
              HasSubstr("has 1 numbers"));
  EXPECT_THAT(error_message([&] { (void)read("   rows: 1\n   cols: 1\n   dt: d\n   data: [.Nan]\n"); }),
              HasSubstr("m.data[0] must be a finite number, not '.Nan'"));
  EXPECT_THAT(error_message([&] { (void)read("   rows: 1\n   cols: 1\n   dt: q\n   data: [1]\n"); }),
              HasSubstr("m.dt"));
  EXPECT_THAT(error_message([&] { (void)read("   rows: -1\n   cols: 1\n   dt: d\n   data: [1]\n"); }),
              HasSubstr("m.rows"));
}

}  // namespace
}  // namespace fiducia

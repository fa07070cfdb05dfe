// Boards to print.

#include <gmock/gmock.h>

#include "fiducia/io/board_print.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::CliResult;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::run;
using ::testing::StartsWith;

class BoardTest : public testing::CliTest {};

/// What is printed is what the detector looks for: all corners, as far apart as the SPEC says, to the pixels' rounding.
TEST_F(BoardTest, IsFoundByTheDetectorAtItsTrueSize) {
  for (const char* spec : {"chessboard:9x6:0.02", "charuco:8x6:0.025:0.018:DICT_4X4_50", "aprilgrid:4x3:0.04:0.3",
                           "circles:7x5:0.03:0.015", "acircles:4x11:0.016:0.01"}) {
    SCOPED_TRACE(spec);
    const CliResult made = run({"board", spec, "-o", path("board.png"), "--dpi", "150"});
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_THAT(made.out, AllOf(HasSubstr("A4"), HasSubstr(spec), HasSubstr("100%")));
    const CliResult found = run({"detect", path("board.png"), "--target", spec, "--json", "--quiet", "--no-cache"});
    ASSERT_EQ(found.status, 0) << found.err;
    const Observations seen = read_observations_json(found.out, "found", {}).observations;
    ASSERT_EQ(seen.frames.size(), 1U);
    const std::vector<Corner>& corners = seen.frames[0].corners;
    EXPECT_EQ(corners.size(), seen.target.points.size());
    const double per_metre = 150 / 0.0254;
    for (const Corner& corner : corners) {
      const Vector3 board = seen.target.points[static_cast<std::size_t>(corner.id)] -
                            seen.target.points[static_cast<std::size_t>(corners[0].id)];
      EXPECT_NEAR((corner.pixel - corners[0].pixel).norm(), per_metre * board.norm(), 1.5) << corner.id;
    }
  }
}

TEST_F(BoardTest, IsWrittenForPrintersAndBrowsers) {
  ASSERT_EQ(run({"board", "chessboard:9x6:0.025", "-o", path("board.pdf"), "--quiet"}).status, 0);
  const std::string pdf = read_file(path("board.pdf"));
  EXPECT_THAT(pdf, AllOf(StartsWith("%PDF-1.4"), HasSubstr("/MediaBox [0 0 841.8898 595.2756]"),
                         HasSubstr("(--target chessboard:9x6:0.025 "), HasSubstr("/PrintScaling /None")));
  const std::size_t table = std::stoul(pdf.substr(pdf.rfind("startxref") + 10));
  EXPECT_EQ(pdf.substr(table, 4), "xref");
  ASSERT_EQ(run({"board", "chessboard:9x6:0.025", "-o", path("board.svg"), "--quiet"}).status, 0);
  EXPECT_THAT(read_file(path("board.svg")),
              AllOf(HasSubstr("width=\"297mm\" height=\"210mm\""), HasSubstr("chessboard:9x6:0.025")));
}

TEST_F(BoardTest, TellsProgramsTheSheet) {
  const CliResult result = run({"board", "chessboard:25x19:0.05", "-o", path("b.svg"), "--json", "--quiet"});
  const auto object = nlohmann::json::parse(result.out);
  EXPECT_EQ(object["paper"], "");
  EXPECT_NEAR(object["page_mm"][0].get<double>(), 26 * 50 + 16, 1e-9);
  EXPECT_EQ(object["ruler_mm"], 200);
  EXPECT_EQ(nlohmann::json::parse(
                run({"board", "chessboard:9x6:0.04", "-o", path("b.svg"), "--json", "--quiet"}).out)["paper"],
            "A2");
}

TEST_F(BoardTest, RefusesWhatCannotBePrinted) {
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& words) {
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(folder.names(), IsEmpty());
  };
  refused({"board", "chessboard:9x6:25", "-o", path("b.pdf")}, "sizes in a SPEC are metres");
  refused({"board", "chessboard:9x6:0.025", "-o", path("b.gif")}, ".pdf, .svg or .png");
  refused({"board", "chessboard:9x6:0.5", "-o", path("b.png"), "--dpi", "1200"}, "take fewer");
  refused({"board", "hexagons:9x6:0.5", "-o", path("b.png")}, "hexagons");
  refused({"board", "chessboard:9x6:0.025"}, "--output");
}

}  // namespace
}  // namespace fiducia

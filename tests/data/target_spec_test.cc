#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "fiducia/core/error.h"
#include "fiducia/data/target.h"

namespace fiducia {
namespace {

TEST(TargetSpec, ReadsAChessboard) {
  const Target target = parse_target("chessboard:9x6:0.025");
  EXPECT_EQ(target.kind, TargetKind::kChessboard);
  EXPECT_EQ(target.columns, 9);
  EXPECT_EQ(target.rows, 6);
  EXPECT_EQ(target.spacing_m, 0.025);
  EXPECT_EQ(target.points.size(), 54U);
}

TEST(TargetSpec, ReadsACharucoBoard) {
  const Target target = parse_target("charuco:5x7:0.04:0.03:DICT_5X5_100");
  EXPECT_EQ(target.kind, TargetKind::kCharuco);
  EXPECT_EQ(target.columns, 5);
  EXPECT_EQ(target.rows, 7);
  EXPECT_EQ(target.spacing_m, 0.04);
  EXPECT_EQ(target.marker_m, 0.03);
  EXPECT_EQ(target.dictionary, "DICT_5X5_100");
  EXPECT_EQ(parse_target("charuco:5x7:0.04:0.03:5x5_100").dictionary, "DICT_5X5_100");
  EXPECT_EQ(parse_target("charuco:5x7:0.04:0.03:apriltag_36H11").dictionary, "DICT_APRILTAG_36h11");
}

TEST(TargetSpec, ReadsATagGrid) {
  const Target target = parse_target("aprilgrid:6x5:0.088:0.3");
  EXPECT_EQ(target.kind, TargetKind::kTagGrid);
  EXPECT_EQ(target.columns, 6);
  EXPECT_EQ(target.rows, 5);
  EXPECT_EQ(target.spacing_m, 0.088);
  EXPECT_EQ(target.tag_gap_ratio, 0.3);
}

TEST(TargetSpec, ReadsGridsOfDots) {
  const Target dots = parse_target("circles:7x5:0.03:0.012");
  EXPECT_EQ(dots.kind, TargetKind::kCircles);
  EXPECT_EQ(dots.points.size(), 35U);
  EXPECT_EQ(dots.diameter_m, 0.012);
  const Target staggered = parse_target("acircles:4x11:0.02");
  EXPECT_EQ(staggered.kind, TargetKind::kStaggered);
  EXPECT_EQ(staggered.diameter_m, 0.01);
  EXPECT_EQ(staggered.points[1], Vector3(0.04, 0, 0));
  EXPECT_EQ(staggered.points[4], Vector3(0.02, 0.02, 0));
  EXPECT_THROW(static_cast<void>(parse_target("circles:7x5:0.03:0.03")), Error) << "they touch";
  EXPECT_THROW(static_cast<void>(parse_target("circles:7x5")), Error);
}

TEST(TargetSpec, IsWrittenSoThatItReadsBackTheSame) {
  for (const Target& target :
       {Target::chessboard(10, 8, 0.1 / 3), Target::charuco(5, 7, 0.04, 1.0 / 33, "DICT_4X4_50"),
        Target::tag_grid(6, 6, 0.1 / 7, 0.3), Target::chessboard(2, 1000, 1e-7), Target::tag_grid(1, 1, 12.5, 0),
        Target::circles(7, 5, 0.03, 0.01), Target::staggered_circles(4, 11, 0.02, 0.1 / 7)}) {
    const std::string spec = target_spec(target);
    const Target back = parse_target(spec);
    EXPECT_EQ(back.kind, target.kind) << spec;
    EXPECT_EQ(back.columns, target.columns) << spec;
    EXPECT_EQ(back.rows, target.rows) << spec;
    EXPECT_EQ(back.spacing_m, target.spacing_m) << spec;
    EXPECT_EQ(back.marker_m, target.marker_m) << spec;
    EXPECT_EQ(back.dictionary, target.dictionary) << spec;
    EXPECT_EQ(back.diameter_m, target.diameter_m) << spec;
    EXPECT_EQ(back.tag_gap_ratio, target.tag_gap_ratio) << spec;
    EXPECT_EQ(back.points, target.points) << spec;
  }
  EXPECT_EQ(target_spec(parse_target("chessboard:9x6:0.025")), "chessboard:9x6:0.025");
  EXPECT_EQ(target_spec(Target::from_points({{0, 0, 0}})), "") << "a list of points has no spec";
}

/// What is refused, and the part of the message that tells the user which part of the spec is at fault.
struct Refused {
  std::string spec;
  std::string why;
  friend std::ostream& operator<<(std::ostream& out, const Refused& refused) { return out << refused.spec; }
};

class BadTargetSpec : public testing::TestWithParam<Refused> {};

TEST_P(BadTargetSpec, IsRefusedWithTheFaultyPart) {
  const auto& [spec, why] = GetParam();
  try {
    static_cast<void>(parse_target(spec));
    FAIL() << "'" << spec << "' was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadOption);
    const std::string message = error.what();
    EXPECT_NE(message.find("'" + spec + "'"), std::string::npos) << message;
    EXPECT_NE(message.find(why), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Specs, BadTargetSpec,
    testing::Values(
        Refused{"", "'' is not a kind of target"},
        Refused{"checkerboard:9x6:0.025", "'checkerboard' is not a kind of target"},
        Refused{"chessboard", "it has 1 parts between colons, not 3"},
        Refused{"chessboard:9x6", "it has 2 parts between colons, not 3"},
        Refused{"chessboard:9x6:0.025:1", "it has 4 parts between colons, not 3"},
        Refused{"charuco:5x7:0.04:0.03", "it has 4 parts between colons, not 5"},
        Refused{"aprilgrid:6x6:0.088", "it has 3 parts between colons, not 4"},
        Refused{"chessboard:9:0.025", "'9' is not COLSxROWS"},
        Refused{"chessboard:9x6x3:0.025", "'9x6x3' is not COLSxROWS"},
        Refused{"chessboard:9xb:0.025", "'b' is not a number"}, Refused{"chessboard:x6:0.025", "'' is not a number"},
        Refused{"chessboard:9.5x6:0.025", "'9.5' is not a number"},
        Refused{"chessboard:9x99999999999:0.025", "'99999999999' is not a number"},
        Refused{"chessboard: 9x6:0.025", "' 9' is not a number"},
        Refused{"chessboard:9x6:25mm", "'25mm' is not a number"}, Refused{"chessboard:9x6:", "'' is not a number"},
        Refused{"chessboard:9x6:1e999", "'1e999' is not a number"},
        Refused{"chessboard:-9x6:0.025", "-9x6 is not a usable size"},
        Refused{"chessboard:9x1:0.025", "both numbers must be from 2 to 1000"},
        Refused{"chessboard:9x6:0", "must be a positive length in metres"},
        Refused{"chessboard:9x6:nan", "must be a positive length in metres"},
        Refused{"chessboard:9x6:inf", "must be a positive length in metres"},
        Refused{"charuco:5x7:0.03:0.04:DICT_4X4_50", "the side of a marker must be less than the side of a square"},
        Refused{"charuco:5x7:0.04:0.03:", "the dictionary of a ChArUco board must be named"},
        Refused{"aprilgrid:6x6:0.088:-0.3", "the gap between tags over their side must not be negative"}));

}  // namespace
}  // namespace fiducia

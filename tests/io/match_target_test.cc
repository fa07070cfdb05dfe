#include "fiducia/io/match_target.h"

#include <gmock/gmock.h>

#include <limits>

#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::error_message;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const Target kBoard = Target::chessboard(10, 8, 0.05);

std::vector<Vector3> moved(double scale, const Pose& pose) {
  std::vector<Vector3> points;
  for (const Vector3& point : kBoard.points) points.push_back(pose * Vector3(scale * point));
  return points;
}

const Pose kSomePose = Pose::from_vectors({0.3, -2, 0.5}, {10, -3, 0.2});

TEST(MatchTarget, TakesAnyOriginAndDirection) {
  EXPECT_EQ(match_target(kBoard.points, kBoard, "f"), std::nullopt);
  EXPECT_EQ(match_target(moved(1.0005, kSomePose), kBoard, "f"), std::nullopt);
}

TEST(MatchTarget, SkipsWhatWasNotSeen) {
  std::vector<Vector3> points = moved(1, kSomePose);
  for (std::size_t i = 0; i < points.size(); i += 3) points[i].setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(match_target(points, kBoard, "f"), std::nullopt);
}

TEST(MatchTarget, WarnsOfAnotherScale) {
  const std::optional<std::string> warning = match_target(moved(1000, kSomePose), kBoard, "obs.csv");
  ASSERT_TRUE(warning);
  EXPECT_THAT(*warning, AllOf(StartsWith("obs.csv: "), HasSubstr(" 1000 times"), HasSubstr("chessboard:10x8:0.05")));
  EXPECT_TRUE(match_target(moved(1.002, kSomePose), kBoard, "f"));
}

TEST(MatchTarget, NamesTheCornerThatIsOff) {
  std::vector<Vector3> points = moved(1, kSomePose);
  points[37] += Vector3(0, 0, 0.001);
  EXPECT_THAT(error_message([&] { (void)match_target(points, kBoard, "obs.csv"); }),
              AllOf(StartsWith("obs.csv: "), HasSubstr("corner_id 37")));
  points[37] = moved(1, kSomePose)[37] + Vector3(0, 0, 0.0004);
  EXPECT_EQ(match_target(points, kBoard, "f"), std::nullopt);  // under 1% of the spacing
}

TEST(MatchTarget, RefusesPointsInOnePlace) {
  const std::vector<Vector3> points(4, Vector3(1, 2, 3));
  EXPECT_THAT(error_message([&] { (void)match_target(points, kBoard, "f"); }), HasSubstr("do not have the shape"));
}

TEST(MatchTarget, RefusesIdsBeyondTheTarget) {
  const std::vector<Vector3> points(81, Vector3::Zero());
  EXPECT_THAT(error_message([&] { (void)match_target(points, kBoard, "f"); }),
              AllOf(HasSubstr("corner_id 80"), HasSubstr("0 to 79")));
}

}  // namespace
}  // namespace fiducia

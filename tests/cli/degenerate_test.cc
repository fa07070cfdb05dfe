// Data that no calibration can come from. Each: the exit status, a message that a user can act on, nothing written.

#include <limits>

#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"
#include "tests/cli/cli_fixture.h"
#include "tests/cli/scene.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using testing::board_pose;
using testing::CliResult;
using ::testing::ElementsAre;
using testing::good_poses;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kSceneTarget;
using testing::run;
using testing::scene;
using testing::scene_camera;

class DegenerateTest : public testing::CliTest {
 protected:
  CliResult calibrate(const std::string& content, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"calibrate", folder.put("input", content), "-o", path("result"), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  CliResult calibrate(const Observations& observations, const std::vector<std::string>& more = {}) {
    return calibrate(observations_json(observations), more);
  }
  CliResult calibrate_csv(const std::string& content) {
    return calibrate(content, {"--image-size", "1936x1216", "--target", kSceneTarget});
  }

  /// The input is at fault: status 2, nothing on standard output, and nothing written.
  void expect_refused(const CliResult& result) {
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, HasSubstr(path("input")));
    EXPECT_THAT(folder.names(), ElementsAre("input"));
  }

  /// The data cannot carry a calibration: status 4, a diagnosis without numbers, and nothing written.
  void expect_diagnosed(const CliResult& result) {
    EXPECT_EQ(result.status, 4) << result.err;
    EXPECT_THAT(folder.names(), ElementsAre("input"));
    const auto object = nlohmann::json::parse(result.out);
    EXPECT_EQ(object["fit"]["converged"], false);
    EXPECT_FALSE(object.contains("parameters"));
    EXPECT_FALSE(object.contains("uncertainty"));
    EXPECT_THAT(result.err, HasSubstr(object["message"].get<std::string>()));
  }
};

TEST_F(DegenerateTest, OneFrame) {
  const CliResult result = calibrate(scene({good_poses().front()}));
  expect_diagnosed(result);
  EXPECT_THAT(result.err, AllOf(HasSubstr("one frame"), HasSubstr("take at least")));
}

TEST_F(DegenerateTest, AllFramesParallelToTheImagePlane) {
  std::vector<Pose> poses;
  for (int i = 0; i < 8; ++i) poses.push_back(board_pose({0, 0, 0.3 * i}, {0.02 * i - 0.08, 0.01 * i, 0.9 + 0.1 * i}));
  const CliResult result = calibrate(scene(poses));
  expect_diagnosed(result);
  EXPECT_THAT(result.err, AllOf(HasSubstr("parallel to the image plane"), HasSubstr("tilted")));
  EXPECT_THAT(result.err, AnyOf(HasSubstr("fx"), HasSubstr("fy")));
}

TEST_F(DegenerateTest, AllFramesTheSame) {
  const CliResult result = calibrate(scene(std::vector<Pose>(8, good_poses().front())));
  expect_diagnosed(result);
  EXPECT_THAT(result.err, AllOf(HasSubstr("same view"), HasSubstr("take at least")));
}

TEST_F(DegenerateTest, AllFramesTheSameToTheLastBit) {
  Observations observations = scene({good_poses().front()});
  for (int i = 1; i < 8; ++i)
    observations.frames.push_back({"copy" + std::to_string(i), observations.frames[0].corners});
  const CliResult result = calibrate(observations);
  expect_diagnosed(result);
  EXPECT_THAT(result.err, HasSubstr("same view"));
}

TEST_F(DegenerateTest, ThreeCornersVisible) {
  Observations observations = scene(good_poses());
  for (Frame& frame : observations.frames) frame.corners = {frame.corners[0], frame.corners[9], frame.corners[70]};
  const CliResult result = calibrate(observations);
  expect_diagnosed(result);
  EXPECT_THAT(result.err, AllOf(HasSubstr("fewer than four corners"), HasSubstr("left out: view0 (only 3 corners"),
                                HasSubstr("and 5 more")));
}

TEST_F(DegenerateTest, CollinearCorners) {
  Observations observations = scene(good_poses());
  for (Frame& frame : observations.frames) frame.corners.resize(10);  // the board's first row
  const CliResult result = calibrate(observations);
  expect_diagnosed(result);
  EXPECT_THAT(result.err, AllOf(HasSubstr("view0"), HasSubstr("one line")));
}

TEST_F(DegenerateTest, NoCornersAtAll) {
  Observations observations = scene(good_poses());
  for (Frame& frame : observations.frames) frame.corners.clear();
  expect_diagnosed(calibrate(observations));
}

TEST_F(DegenerateTest, DuplicatedFrameName) {
  Observations observations = scene(good_poses());
  observations.frames[4].name = "view1";
  const CliResult json = calibrate(observations);
  expect_refused(json);
  EXPECT_THAT(json.err, AllOf(HasSubstr("'view1'"), HasSubstr("twice")));
  const CliResult csv = calibrate_csv(observations_csv(observations));  // there, the same corner comes twice
  expect_refused(csv);
  EXPECT_THAT(csv.err, AllOf(HasSubstr("'view1'"), HasSubstr("input:322: ")));
}

TEST_F(DegenerateTest, CoordinatesThatAreNotFinite) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Observations observations = scene(good_poses());
    observations.frames[1].corners[3].pixel.y() = bad;
    const CliResult csv = calibrate_csv(observations_csv(observations));
    expect_refused(csv);
    EXPECT_THAT(csv.err, AllOf(HasSubstr("input:85: v must be a finite number"), HasSubstr("leave out")));
    const CliResult json = calibrate(observations);  // JSON has null in their place
    expect_refused(json);
    EXPECT_THAT(json.err, HasSubstr("frames[1].corners[3][2] must be a number"));
  }
}

TEST_F(DegenerateTest, CornerIdsOutOfRange) {
  Observations observations = scene(good_poses());
  const CliResult csv =
      calibrate(observations_csv(observations), {"--image-size", "1936x1216", "--target", "chessboard:9x6:0.05"});
  expect_refused(csv);
  EXPECT_THAT(csv.err, AllOf(HasSubstr("input:56: corner_id 54"), HasSubstr("0 to 53"), HasSubstr("right target")));
  observations.frames[2].corners[5].id = 80;
  const CliResult json = calibrate(observations);
  expect_refused(json);
  EXPECT_THAT(json.err, AllOf(HasSubstr("frames[2].corners[5][0]"), HasSubstr("0 to 79")));
}

/// Corners where the formula of a pinhole puts them that does not ask whether they are in front: a homography
/// explains such a frame perfectly, a camera cannot.
Frame frame_through_the_camera(const std::string& name, double turn) {
  const Camera camera = scene_camera();
  const Target target = parse_target(kSceneTarget);
  const Pose pose = board_pose(Vector3(0, 1.4, 0) + Vector3(turn, 0, turn), {0.1, 0.02, 0.06});
  Frame frame{name, {}};
  for (std::size_t id = 0; id < target.points.size(); ++id) {
    const Vector3 x = pose * target.points[id];
    const Vector2 pixel(300 * x.x() / x.z() + 968, 300 * x.y() / x.z() + 608);
    if (pixel.x() < 0 || pixel.y() < 0 || pixel.x() > 1935 || pixel.y() > 1215) continue;
    frame.corners.push_back({static_cast<int>(id), pixel});
  }
  return frame;
}

TEST_F(DegenerateTest, PointsBehindTheCamera) {
  Observations observations = scene(good_poses());
  observations.frames.clear();
  for (int i = 0; i < 8; ++i) {
    observations.frames.push_back(frame_through_the_camera("view" + std::to_string(i), 0.05 * i));
    ASSERT_GT(observations.frames.back().corners.size(), 20U);
  }
  const CliResult result = calibrate(observations);
  expect_diagnosed(result);
  EXPECT_THAT(result.err, AnyOf(HasSubstr("order"), HasSubstr("behind the camera")));
}

TEST_F(DegenerateTest, OneFrameWithPointsBehindTheCameraIsLeftOutByName) {
  Observations observations = scene(good_poses());
  observations.frames.push_back(frame_through_the_camera("through", 0.1));
  const CliResult result = calibrate(observations);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("left out: through ("));
  EXPECT_EQ(nlohmann::json::parse(result.out)["frames"].size(), 10U);
}

TEST_F(DegenerateTest, EmptyFile) {
  const CliResult result = calibrate_csv("");
  expect_refused(result);
  EXPECT_THAT(result.err, AllOf(HasSubstr("empty"), HasSubstr("image,corner_id,board_x")));
}

TEST_F(DegenerateTest, Garbage) {
  RandomStream random(5);
  for (int length = 1; length < 5000; length = 2 * length + 1) {
    std::string bytes;
    for (int i = 0; i < length; ++i) bytes += static_cast<char>(random.index(256));
    expect_refused(calibrate_csv(bytes));
    expect_refused(calibrate_csv("{" + bytes));
    expect_refused(calibrate_csv("image,corner_id,board_x,board_y,board_z,u,v\n" + bytes));
  }
}

}  // namespace
}  // namespace fiducia

// Rigs between the files of tools, and single cameras out of them.

#include <filesystem>

#include "fiducia/camera/registry.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/rig_files.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using testing::CliResult;
using ::testing::HasSubstr;
using testing::run;

class ConvertRigTest : public testing::CliTest {
 protected:
  static std::vector<FileCamera> cameras(std::string_view right_model = "opencv4") {
    const ImageSize size{640, 480};
    std::vector<double> right = {537.4, 536.9, 327.1, 250.2, -0.29, 0.107, 0, 0};
    if (right_model == "double_sphere") right = {240, 241, 318, 241, -0.1, 0.58};
    return {{.name = "left",
             .camera = Camera(make_model("opencv4"), {533.9, 534.1, 341.5, 238.6, -0.298, 0.119, 1e-3, 4e-4}, size),
             .from_reference = Pose{}},
            {.name = "right",
             .camera = Camera(make_model(right_model), right, size),
             .from_reference = Pose::from_vectors({0.01, -0.02, 0.005}, {-0.12, 0.001, 0.002})}};
  }
  std::string rig(std::string_view right_model = "opencv4") {
    return folder.put("rig.json", camera_file_text(camera_format_named("fiducia"), cameras(right_model)));
  }
  bool exists(const std::string& name) { return std::filesystem::exists(path(name)); }
};

TEST_F(ConvertRigTest, ThereAndBack) {
  const std::string before = rig();
  for (const std::string format : {"opencv", "ros", "mrcal", "colmap", "kalibr", "basalt"}) {
    SCOPED_TRACE(format);
    const CliResult there = run({"convert", before, "--to", format, "-o", path("out_" + format)});
    ASSERT_EQ(there.status, 0) << there.err;
    const CliResult back = run({"convert", path("out_" + format), "-o", path(format + ".json"), "--to", "fiducia"});
    ASSERT_EQ(back.status, 0) << back.err;
    const Rig read = rig_of(read_camera_file(read_file(path(format + ".json")), "f"), "f");
    ASSERT_EQ(read.cameras.size(), 2U);
    const Pose pose = read.pose_between(1, 0);
    EXPECT_LT((pose.rotation - cameras()[1].from_reference->rotation).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((pose.translation - cameras()[1].from_reference->translation).cwiseAbs().maxCoeff(), 1e-12);
  }
  // Files by their names, in any order where they say themselves what they are.
  EXPECT_EQ(run({"convert", path("out_opencv/extrinsics.yml"), path("out_opencv/intrinsics.yml"), "-o", path("a.json")})
                .status,
            0);
  const CliResult ros = run({"convert", path("out_ros/right.yaml"), path("out_ros/left.yaml"), "-o", path("b.json")});
  EXPECT_EQ(ros.status, 0) << ros.err;
  EXPECT_EQ(json::parse(read_file(path("b.json")))["cameras"][0]["name"], "right");
}

TEST_F(ConvertRigTest, OneCameraOrSomeOfThem) {
  const CliResult one = run({"convert", rig(), path("right.yaml"), "--to", "ros", "--camera", "right"});
  EXPECT_EQ(one.status, 0) << one.err;
  const CliResult turned = run({"convert", rig(), path("turned.json"), "--cameras", "right,left", "--json"});
  ASSERT_EQ(turned.status, 0) << turned.err;
  EXPECT_EQ(json::parse(turned.out)["cameras"][0]["camera"], "right");
  EXPECT_EQ(json::parse(read_file(path("turned.json")))["cameras"][1]["name"], "left");
}

TEST_F(ConvertRigTest, RefusesAndWritesNothing) {
  const auto refused = [&](std::vector<std::string> arguments, const ::testing::Matcher<const std::string&>& words) {
    arguments.insert(arguments.begin(), "convert");
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_THAT(result.err, words);
    EXPECT_FALSE(exists("out") || exists("out.yaml") || exists("out.m"));
  };
  refused({rig(), path("out.yaml"), "--to", "ros"}, AllOf(HasSubstr("folder"), HasSubstr("--camera")));
  refused({rig(), path("out.m")}, HasSubstr("several cameras"));
  refused({rig("double_sphere"), "--to", "opencv", "-o", path("out")},
          AllOf(HasSubstr("rig.json"), HasSubstr("'right'"), HasSubstr("double_sphere"), HasSubstr("--model")));
  refused({rig(), "--cameras", "left,rear", "--to", "ros", "-o", path("out")}, HasSubstr("no camera 'rear'"));
  refused({rig(), "--cameras", "left", "--to", "ros", "-o", path("out")}, HasSubstr("--camera"));
  refused({rig(), rig(), path("out")}, HasSubstr("-o OUT"));
  refused({rig()}, HasSubstr("give IN and OUT"));
  const std::string loose =
      folder.put("cameras.txt", "1 PINHOLE 640 480 500 500 320 240\n2 PINHOLE 640 480 500 500 320 240\n");
  refused({loose, "--to", "mrcal", "-o", path("out")}, AllOf(HasSubstr("cameras.txt"), HasSubstr("--camera")));
  // What is there already stays.
  ASSERT_EQ(run({"convert", rig(), "--to", "ros", "-o", path("ros")}).status, 0);
  EXPECT_THAT(run({"convert", rig(), "--to", "ros", "-o", path("ros")}).err, HasSubstr("--force"));
  EXPECT_EQ(run({"convert", rig(), "--to", "ros", "-o", path("ros"), "--force"}).status, 0);
}

TEST_F(ConvertRigTest, ACameraOfARigServesWhereOneIsAskedFor) {
  const std::string points = folder.put("points.csv", "0.1,0.2,1\n");
  const CliResult which = run({"project", points, "--calibration", rig()});
  EXPECT_EQ(which.status, 2);
  EXPECT_THAT(which.err, AllOf(HasSubstr("--camera"), HasSubstr("'left'"), HasSubstr("'right'")));
  const CliResult right = run({"project", points, "--calibration", rig(), "--camera", "right", "--json", "--quiet"});
  ASSERT_EQ(right.status, 0) << right.err;
  const Vector2 pixel = *cameras()[1].camera.project({0.1, 0.2, 1});
  EXPECT_NEAR(json::parse(right.out)["points"][0][0].get<double>(), pixel.x(), 1e-9);
  const std::string pixels = folder.put("pixels.csv", "10,20\n");
  EXPECT_EQ(run({"unproject", pixels, "--calibration", rig(), "--camera", "0"}).status, 0);
}

}  // namespace
}  // namespace fiducia

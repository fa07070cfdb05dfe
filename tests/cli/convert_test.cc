// Calibrations of other tools: converted, evaluated, compared.

#include <filesystem>

#include "fiducia/io/file.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/formats/opencv_storage.h"
#include "tests/cli/evaluate_fixture.h"

namespace fiducia {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using testing::camera_json;
using testing::CliResult;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::run;
using testing::scene_camera;

class ConvertTest : public testing::CliTest {
 protected:
  std::string camera_file() { return folder.put("camera.json", camera_json(scene_camera())); }
  bool exists(const std::string& name) { return std::filesystem::exists(path(name)); }
  std::string content(const std::string& name) { return read_file(path(name)); }
};

TEST_F(ConvertTest, ThereAndBack) {
  for (const char* format : {"opencv", "opencv-xml", "opencv-json", "ros", "mrcal", "colmap"}) {
    SCOPED_TRACE(format);
    EXPECT_EQ(run({"convert", camera_file(), path("out"), "--to", format}).status, 0);
    EXPECT_EQ(run({"convert", path("out"), path("back.json")}).status, 0);
    const CliResult compared = run({"compare", camera_file(), path("back.json"), "--json", "--quiet"});
    ASSERT_EQ(compared.status, 0) << compared.err;
    EXPECT_LT(json::parse(compared.out)["plain"]["largest_px"].get<double>(), 1e-11);
  }
}

TEST_F(ConvertTest, TheExtensionTellsTheFormat) {
  for (const auto& [name, begins] : {std::pair{"a.cameramodel", "{\n    'lensmodel'"},
                                     {"a.m", "%"},
                                     {"cameras.txt", "# CAMERA_ID"},
                                     {"a.xml", "<?xml"},
                                     {"a.json", "{\n \"format\""}}) {
    ASSERT_EQ(run({"convert", camera_file(), path(name)}).status, 0) << name;
    EXPECT_THAT(content(name), ::testing::StartsWith(begins));
  }
  const CliResult unclear = run({"convert", camera_file(), path("a.yaml")});
  EXPECT_EQ(unclear.status, 2);
  EXPECT_THAT(unclear.err, AllOf(HasSubstr("--to"), HasSubstr("kalibr")));
  EXPECT_FALSE(exists("a.yaml"));
}

TEST_F(ConvertTest, BetweenModelsWithTheErrorThatItMakes) {
  const CliResult near =
      run({"convert", camera_file(), path("near.yaml"), "--to", "kalibr", "--model", "opencv4", "--json"});
  ASSERT_EQ(near.status, 0) << near.err;
  const json result = json::parse(near.out);
  EXPECT_EQ(result["conversions"][0]["to"], "opencv4");
  EXPECT_LT(result["conversions"][0]["largest_px"].get<double>(), 0.1);
  EXPECT_THAT(near.err, HasSubstr("mapping error mean"));

  const CliResult far = run({"convert", camera_file(), path("far.json"), "--model", "pinhole"});
  EXPECT_EQ(far.status, 2);
  EXPECT_THAT(far.err, AllOf(HasSubstr("camera.json"), HasSubstr("-> pinhole"), HasSubstr("--force"),
                             HasSubstr("limit is 0.1 px")));
  EXPECT_FALSE(exists("far.json"));
  EXPECT_EQ(run({"convert", camera_file(), path("far.json"), "--model", "pinhole", "--force"}).status, 0);
  EXPECT_TRUE(exists("far.json"));
  EXPECT_EQ(run({"convert", camera_file(), path("far2.json"), "--model", "pinhole", "--limit", "1000"}).status, 0);
}

TEST_F(ConvertTest, RefusesAndWritesNothing) {
  const std::string four = folder.put("four.yml",
                                      "%YAML:1.0\n---\nimage_width: 640\nimage_height: 480\ncamera_matrix: "
                                      "!!opencv-matrix\n   rows: 3\n   cols: 3\n   dt: d\n"
                                      "   data: [500, 0, 320, 0, 500, 240, 0, 0, 1]\ndistortion_coefficients: "
                                      "!!opencv-matrix\n   rows: 4\n   cols: 1\n   dt: d\n"
                                      "   data: [.1, 0, 0, 0]\n");
  const auto refused = [&](std::vector<std::string> arguments, const ::testing::Matcher<const std::string&>& words) {
    arguments.insert(arguments.begin(), "convert");
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_THAT(result.err, words);
    EXPECT_FALSE(exists("out.json"));
  };
  refused({four, path("out.json")}, AllOf(HasSubstr("four.yml:10:"), HasSubstr("--model fisheye")));
  refused({four, path("out.json"), "--model", "radial2"}, HasSubstr("--model opencv4 or --model fisheye"));
  refused({path("absent.yml"), path("out.json")}, HasSubstr("no such file"));
  refused({camera_file(), path("out.json"), "--to", "halcon"}, HasSubstr("no format 'halcon'"));
  refused({camera_file(), path("out.json"), "--to", "calibio"}, HasSubstr("not written"));
  refused({camera_file(), path("out.json"), "--model", "wide"}, HasSubstr("wide"));
  refused({camera_file(), path("out.json"), "--camera", "3"}, HasSubstr("no camera '3'"));
  EXPECT_EQ(run({"convert", four, path("four.json"), "--model", "fisheye"}).status, 0);
  EXPECT_THAT(content("four.json"), HasSubstr("\"fisheye\""));
}

/// What the new file does not hold would be gone.
TEST_F(ConvertTest, DoesNotWriteOverWhatItReads) {
  const std::string file = camera_file();
  const std::string before = content("camera.json");
  EXPECT_EQ(run({"convert", file, file, "--to", "ros"}).status, 2);
  EXPECT_EQ(content("camera.json"), before);
  EXPECT_EQ(run({"convert", file, file, "--to", "ros", "--force"}).status, 0);
}

/// A simulation knows its camera.
TEST_F(ConvertTest, TheTruthIsACamera) {
  ASSERT_EQ(run({"simulate", "--model", "pinhole", "--params", "f=500,cx=320,cy=240", "--image-size", "640x480",
                 "--target", "chessboard:4x3:0.05", "--frames", "3", "-o", path("sim.json"), "--quiet"})
                .status,
            0);
  EXPECT_EQ(run({"convert", path("sim.json"), path("truth.json")}).status, 0);
  EXPECT_THAT(content("truth.json"), AllOf(HasSubstr("pinhole"), HasSubstr("\"f\": 500")));
  EXPECT_EQ(run({"simulate", "--model", "pinhole", "--params", "f=500,cx=320,cy=240", "--image-size", "640x480",
                 "--target", "chessboard:4x3:0.05", "-o", path("image.jpg")})
                .status,
            2);
}

TEST_F(ConvertTest, OneOfSeveralCameras) {
  const std::string chain =
      folder.put("chain.txt", "1 PINHOLE 640 480 500 510 320 240\n2 PINHOLE 640 480 600 610 320 240\n");
  EXPECT_EQ(run({"convert", chain, path("one.json")}).status, 2);
  EXPECT_EQ(run({"convert", chain, path("one.json"), "--camera", "2"}).status, 0);
  EXPECT_THAT(content("one.json"), HasSubstr("\"fx\": 600"));
  EXPECT_EQ(run({"convert", chain, path("all.yaml"), "--to", "kalibr"}).status, 0);
  EXPECT_THAT(content("all.yaml"), AllOf(HasSubstr("cam0:"), HasSubstr("cam1:")));
  const CliResult result =
      run({"compare", chain, path("all.yaml"), "--camera", "1", "--other-camera", "cam1", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_GT(json::parse(result.out)["plain"]["k_px"].get<double>(), 1);
  EXPECT_THAT(run({"compare", path("one.json"), chain}).err, HasSubstr("choose one with --other-camera NAME"));
}

class EvaluateForeignTest : public testing::EvaluateFixture {
 protected:
  [[nodiscard]] Camera calibrated() const { return read_calibration_json(calibration, "calibration.json").camera; }

  [[nodiscard]] std::string as(const char* format, const char* name) const {
    return folder.put(name, camera_file_text(camera_format_named(format), {{.camera = calibrated()}}));
  }

  /// What OpenCV's calibration sample writes: the camera, the board, and every corner of every view.
  [[nodiscard]] std::string opencv_file() const {
    std::vector<double> points;
    for (const Frame& frame : observations.frames) {
      for (const Corner& corner : frame.corners) points.insert(points.end(), {corner.pixel.x(), corner.pixel.y()});
    }
    OpenCvStorageText text(OpenCvSyntax::kYaml);
    const Target& target = observations.target;
    text.add("board_width", target.columns);
    text.add("board_height", target.rows);
    std::string all = text.finish() + "square_size: " + std::to_string(target.spacing_m) + "\n" +
                      camera_file_text(camera_format_named("opencv"), {{.camera = calibrated()}}).substr(14);
    OpenCvStorageText corners(OpenCvSyntax::kYaml);
    corners.add("image_points", StoredMatrix{static_cast<int>(observations.frames.size()),
                                             static_cast<int>(2 * target.points.size()), 1, points});
    return folder.put("opencv.yml", all + corners.finish().substr(14));
  }
};

/// The whole evaluation from one file, the same as from two of ours.
TEST_F(EvaluateForeignTest, AnOpenCvFileWithItsCornersIsEnough) {
  const CliResult alone = run({"evaluate", opencv_file(), "--json", "--quiet"});
  ASSERT_EQ(alone.status, 0) << alone.err;
  const json found = json::parse(alone.out);
  const CliResult two_files = run({"evaluate", as("opencv", "camera.yml"), observations_file, "--json", "--quiet"});
  const json ours = json::parse(two_files.out);
  EXPECT_NEAR(found["bias"]["ratio"].get<double>(), ours["bias"]["ratio"].get<double>(), 1e-9);
  EXPECT_NEAR(found["fit"]["rmse"].get<double>(), ours["fit"]["rmse"].get<double>(), 1e-9);
  EXPECT_NEAR(found["uncertainty"]["cr2"]["eme"].get<double>(), ours["uncertainty"]["cr2"]["eme"].get<double>(), 1e-9);
  EXPECT_EQ(found["uncertainty"].size(), ours["uncertainty"].size());
  EXPECT_TRUE(found.contains("verdict"));
  EXPECT_EQ(run({"calibrate", opencv_file(), "--json", "--quiet"}).status, 0);
}

TEST_F(EvaluateForeignTest, OtherToolsCalibrationsAgainstObservations) {
  for (const char* format : {"opencv", "ros", "mrcal", "colmap"}) {
    const CliResult result = run({"evaluate", as(format, "foreign"), observations_file, "--json", "--quiet"});
    ASSERT_EQ(result.status, 0) << format << result.err;
    EXPECT_NEAR(json::parse(result.out)["fit"]["rmse"].get<double>(), evaluated()["fit"]["rmse"].get<double>(), 1e-9);
  }
}

/// The sizes that a file leaves out come from the observations.
TEST_F(EvaluateForeignTest, AFileWithoutASizeIsReadWithThatOfTheObservations) {
  std::string text = read_file(as("opencv", "sized.yml"));
  text.erase(text.find("image_width"), text.find("camera_matrix") - text.find("image_width"));
  const std::string file = folder.put("sizeless.yml", text);
  EXPECT_EQ(run({"evaluate", file, observations_file, "--quiet"}).status, 0);
  EXPECT_EQ(run({"convert", file, path("x.json")}).status, 2);
}

/// A shape that was found belongs to its board.
TEST_F(EvaluateForeignTest, ATargetOfAnotherLayoutIsRefused) {
  const std::string free =
      folder.put("free.json", run({"calibrate", observations_file, "--target-shape", "free", "--json", "--quiet"}).out);
  EXPECT_EQ(run({"evaluate", free, observations_file, "--quiet"}).status, 0);
  Observations turned = observations;
  turned.target =
      Target::chessboard(observations.target.rows, observations.target.columns, observations.target.spacing_m);
  const CliResult result = run({"evaluate", free, folder.put("turned.json", observations_json(turned))});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("another board"));
}

TEST_F(EvaluateForeignTest, WithoutCornersThereIsNothingToHoldItAgainst) {
  for (const std::string& file : {as("opencv", "foreign.yml"), as("mrcal", "foreign.cameramodel"), calibration_file}) {
    const CliResult result = run({"evaluate", file});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("nothing to hold it against"));
  }
}

TEST_F(EvaluateForeignTest, KalibrsTargetIsATarget) {
  const std::string target = folder.put(
      "target.yaml", "target_type: checkerboard\ntargetCols: " + std::to_string(observations.target.columns) +
                         "\ntargetRows: " + std::to_string(observations.target.rows) +
                         "\nrowSpacingMeters: 0.05\ncolSpacingMeters: 0.05\n");
  const CliResult result = run({"calibrate", observations_file, "--target", target, "--json", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  const CliResult missing = run({"calibrate", observations_file, "--target", path("absent.yaml")});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("absent.yaml"));
}

TEST_F(ConvertTest, LeavesOutACameraThatIsNotUnderstoodWithAWarning) {
  const std::string lens = "  distortion_model: none\n  intrinsics: [500, 510, 320, 240]\n  resolution: [640, 480]\n";
  const std::string chain =
      folder.put("chain.yaml", "cam0:\n  camera_model: pinhole\n" + lens + "cam1:\n  camera_model: cubic\n" + lens);
  const CliResult all = run({"convert", chain, path("cameras.txt")});
  EXPECT_EQ(all.status, 0);
  EXPECT_THAT(all.err, AllOf(HasSubstr("camera 1 'cam1' is left out"), HasSubstr("cubic")));
  EXPECT_EQ(run({"convert", chain, path("cam0.json"), "--camera", "cam0"}).status, 0);
  const CliResult asked = run({"convert", chain, path("cam1.json"), "--camera", "1"});
  EXPECT_EQ(asked.status, 2);
  EXPECT_THAT(asked.err, HasSubstr("chain.yaml:7: cam1.camera_model is cubic"));
  EXPECT_FALSE(exists("cam1.json"));
}

}  // namespace
}  // namespace fiducia

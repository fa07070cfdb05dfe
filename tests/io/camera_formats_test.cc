#include <gmock/gmock.h>

#include "fiducia/camera/registry.h"
#include "fiducia/camera/spline.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/formats/kalibr_files.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_message;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* kOpenCvHead = "%YAML:1.0\n---\nimage_width: 640\nimage_height: 480\n";
constexpr const char* kOpenCvMatrix =
    "camera_matrix: !!opencv-matrix\n   rows: 3\n   cols: 3\n   dt: d\n"
    "   data: [ 500., 0., 320., 0., 510., 240., 0., 0., 1. ]\n";

std::string opencv_with(const std::string& coefficients, const std::string& more = "") {
  const auto count = 1 + std::count(coefficients.begin(), coefficients.end(), ',');
  return std::string(kOpenCvHead) + kOpenCvMatrix +
         "distortion_coefficients: !!opencv-matrix\n   rows: " + std::to_string(count) +
         "\n   cols: 1\n   dt: d\n   data: [ " + coefficients + " ]\n" + more;
}

CameraFile cameras_in(const std::string& text, const CameraFileOptions& options = {}) {
  return read_camera_file(text, "f", options);
}

Camera camera_in(const std::string& text, const CameraFileOptions& options = {}) {
  const CameraFile file = cameras_in(text, options);
  EXPECT_THAT(file.cameras, SizeIs(1));
  return file.cameras.at(0).camera;
}

std::string refusal(const std::string& text, const CameraFileOptions& options = {}) {
  return error_message([&] { (void)cameras_in(text, options); });
}

void expect_camera(const Camera& camera, std::string_view model, const std::vector<double>& parameters,
                   ImageSize size = {640, 480}) {
  EXPECT_EQ(camera.model().info().name, model);
  EXPECT_EQ(camera.parameters(), parameters);
  EXPECT_EQ(camera.image_size(), size);
}

TEST(OpenCvCalibration, IsReadByTheNumberOfItsCoefficients) {
  expect_camera(camera_in(opencv_with("-.1, .2, .01, .02, .3")), "opencv5",
                {500, 510, 320, 240, -.1, .2, .01, .02, .3});
  expect_camera(camera_in(opencv_with("1, 2, 3, 4, 5, 6, 7, 8")), "opencv8",
                {500, 510, 320, 240, 1, 2, 3, 4, 5, 6, 7, 8});
  expect_camera(camera_in(opencv_with("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0")), "opencv12",
                {500, 510, 320, 240, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  // Not a lens without distortion: rather a key of another name.
  EXPECT_THAT(refusal(std::string(kOpenCvHead) + kOpenCvMatrix + "distCoefs: [1, 2, 3, 4, 5]\n"),
              AllOf(StartsWith("f:5: camera_matrix"), HasSubstr("distortion_coefficients")));
}

TEST(OpenCvCalibration, FourCoefficientsAreNeverGuessed) {
  const std::string four = ".1, .2, .3, .4";
  const std::vector<double> parameters = {500, 510, 320, 240, .1, .2, .3, .4};
  EXPECT_THAT(refusal(opencv_with(four)), AllOf(StartsWith("f:10: distortion_coefficients are four coefficients"),
                                                HasSubstr("--model opencv4 or --model fisheye")));
  EXPECT_THAT(refusal(opencv_with(four, "flags: 2\n")), HasSubstr("--model fisheye"));  // a bit that both models have
  expect_camera(camera_in(opencv_with(four, "fisheye_model: 1\n")), "fisheye", parameters);
  expect_camera(camera_in(opencv_with(four, "fisheye_model: 0\n")), "opencv4", parameters);
  expect_camera(camera_in(opencv_with(four, "flags: 4096\n")), "opencv4", parameters);  // CALIB_FIX_K5
  expect_camera(camera_in(opencv_with(four), {.four_coefficients = "opencv4"}), "opencv4", parameters);
  expect_camera(camera_in(opencv_with(four), {.four_coefficients = "fisheye"}), "fisheye", parameters);
  // What the file says is not overruled.
  expect_camera(camera_in(opencv_with(four, "fisheye_model: 1\n"), {.four_coefficients = "opencv4"}), "fisheye",
                parameters);
}

TEST(OpenCvCalibration, ReadsTheStereoSampleAndTheInteractiveProgram) {
  const auto matrix = [](const std::string& key, double f) {
    return key + ": !!opencv-matrix\n   rows: 3\n   cols: 3\n   dt: d\n   data: [" + std::to_string(f) +
           ", 0, 320, 0, " + std::to_string(f) + ", 240, 0, 0, 1]\n";
  };
  const std::string none = ": !!opencv-matrix\n   rows: 1\n   cols: 5\n   dt: d\n   data: [0, 0, 0, 0, 0]\n";
  const std::string stereo = "%YAML:1.0\n---\n" + matrix("M1", 500) + "D1" + none + matrix("M2", 600) + "D2" + none;
  EXPECT_THAT(refusal(stereo), HasSubstr("--image-size"));
  const CameraFile file = cameras_in(stereo, {.image_size = ImageSize{640, 480}});
  ASSERT_THAT(file.cameras, SizeIs(2));
  EXPECT_EQ(camera_of(file, "M2", "f").camera.parameter("fx"), 600);
  EXPECT_EQ(camera_of(file, "0", "f").camera.parameter("fx"), 500);
  EXPECT_THAT(error_message([&] { static_cast<void>(camera_of(file, "", "f")); }),
              AllOf(HasSubstr("several cameras"), HasSubstr("0 or 'M1' and 1 or 'M2'")));
  EXPECT_THAT(error_message([&] { static_cast<void>(camera_of(file, "2", "f")); }), HasSubstr("no camera '2'"));
  const std::string interactive = "%YAML:1.0\n---\ncameraResolution: [ 640, 480 ]\n" + std::string(kOpenCvMatrix) +
                                  "distortion_coefficients" + none;
  expect_camera(camera_in(interactive), "opencv5", {500, 510, 320, 240, 0, 0, 0, 0, 0});
}

TEST(OpenCvCalibration, ReadsWhatScriptsWrite) {
  const std::string json =
      R"({"camera_matrix": [[500, 0, 320], [0, 510, 240], [0, 0, 1]], "dist_coeff": [[0.1, 0.2, 0, 0, 0.3]],
          "image_size": [640, 480]})";
  expect_camera(camera_in(json), "opencv5", {500, 510, 320, 240, .1, .2, 0, 0, .3});
  expect_camera(camera_in("{camera_matrix: [[500, 0, 320], [0, 510, 240], [0, 0, 1]], dist_coeff: [[1, 2, 3, 4, 5]], "
                          "resolution: [640, 480]}\n"),
                "opencv5", {500, 510, 320, 240, 1, 2, 3, 4, 5});
}

TEST(OpenCvCalibration, RefusesWhatItCannotMean) {
  EXPECT_THAT(refusal(opencv_with("1, 2, 3")), HasSubstr("0, 4, 5, 8, 12 or 14 coefficients, not 3"));
  EXPECT_THAT(refusal(opencv_with("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, .1, 0")), HasSubstr("tilted sensor"));
  EXPECT_THAT(refusal(opencv_with("1, 2, x, 4, 5")),
              AllOf(StartsWith("f:14: "), HasSubstr("distortion_coefficients.data[2] must be a number, not 'x'")));
  std::string skewed = opencv_with("1, 2, 3, 4, 5");
  skewed.replace(skewed.find("500., 0."), 8, "500., 1.");
  EXPECT_THAT(refusal(skewed), HasSubstr("skew"));
  std::string negative = opencv_with("1, 2, 3, 4, 5");
  negative.replace(negative.find("500."), 4, "-500");
  EXPECT_THAT(refusal(negative), HasSubstr("camera_matrix has focal lengths that are not above 0"));
  EXPECT_THAT(refusal(opencv_with("1, 2, 3, 4, 5"), {.image_size = ImageSize{480, 640}}), HasSubstr("480x640"));
}

TEST(RosCameraInfo, IsRead) {
  const std::string head =
      "image_width: 640\nimage_height: 480\ncamera_name: left/wide\n"
      "camera_matrix:\n  rows: 3\n  cols: 3\n  data: [500, 0, 320, 0, 510, 240, 0, 0, 1]\n";
  const auto with = [&](const std::string& model, const std::string& data) {
    const auto count = 1 + std::count(data.begin(), data.end(), ',');
    return head + (model.empty() ? "" : "distortion_model: " + model + "\n") +
           "distortion_coefficients:\n  rows: 1\n  cols: " + std::to_string(count) + "\n  data: [" + data + "]\n";
  };
  const CameraFile file = cameras_in(with("plumb_bob", "1, 2, 3, 4, 5"));
  EXPECT_EQ(file.format, "ros");
  EXPECT_EQ(file.cameras[0].name, "left/wide");
  expect_camera(file.cameras[0].camera, "opencv5", {500, 510, 320, 240, 1, 2, 3, 4, 5});
  expect_camera(camera_in(with("equidistant", "1, 2, 3, 4")), "fisheye", {500, 510, 320, 240, 1, 2, 3, 4});
  expect_camera(camera_in(with("rational_polynomial", "1, 2, 3, 4, 5, 6, 7, 8")), "opencv8",
                {500, 510, 320, 240, 1, 2, 3, 4, 5, 6, 7, 8});
  expect_camera(camera_in(with("", "1, 2, 3, 4, 5")), "opencv5", {500, 510, 320, 240, 1, 2, 3, 4, 5});
  EXPECT_THAT(refusal(with("", "1, 2, 3, 4")), HasSubstr("distortion_model"));
  EXPECT_THAT(refusal(head + "distortion_model: plumb_bob\n"), HasSubstr("no key 'distortion_coefficients'"));
  const std::string none = "distortion_coefficients: {rows: 1, cols: 0, data: []}\n";  // ROS' word for no distortion
  expect_camera(camera_in(head + "distortion_model: plumb_bob\n" + none + "---\n"), "radial1", {500, 510, 320, 240, 0});
  EXPECT_THAT(refusal(with("equidistant", "1, 2, 3, 4, 5")), HasSubstr("5 coefficients"));
  EXPECT_THAT(refusal(with("scaramuzza", "1, 2, 3, 4, 5")),
              AllOf(StartsWith("f:8: distortion_model"), HasSubstr("plumb_bob")));
}

TEST(RosOst, IsRead) {
  const std::string ost =
      "# oST version 5.0 parameters\n\n[image]\n\nwidth\n640\n\nheight\n480\n\n[narrow_stereo]\n\ncamera matrix\n"
      "500 0.0 320\n0.0 510 240\n0 0 1\n\ndistortion\n-0.1 0.2 0.01 0.02 0.3\n\nrectification\n1 0 0\n0 1 0\n0 0 1\n\n"
      "projection\n500 0 320 0\n0 510 240 0\n0 0 1 0\n";
  const CameraFile file = cameras_in(ost);
  EXPECT_EQ(file.cameras.at(0).name, "narrow_stereo");
  expect_camera(file.cameras[0].camera, "opencv5", {500, 510, 320, 240, -.1, .2, .01, .02, .3});
  std::string broken = ost;
  broken.replace(broken.find("510 240"), 7, "510 y40");
  EXPECT_THAT(refusal(broken), StartsWith("f:15: 'y40' must be a number"));
}

constexpr const char* kCamchain = R"(cam0:
  cam_overlaps: [1]
  camera_model: pinhole
  distortion_coeffs: [0.1, 0.2, 0.3, 0.4]
  distortion_model: equidistant
  intrinsics: [500.0, 510.0, 320.0, 240.0]
  resolution: [640, 480]
  rostopic: /left/image_raw
cam1:
  T_cn_cnm1:
  - [1.0, 0.0, 0.0, -0.1]
  - [0.0, 1.0, 0.0, 0.0]
  - [0.0, 0.0, 1.0, 0.0]
  - [0.0, 0.0, 0.0, 1.0]
  cam_overlaps: [0]
  camera_model: ds
  distortion_coeffs: []
  distortion_model: none
  intrinsics: [-0.2, 0.6, 500.0, 510.0, 320.0, 240.0]
  resolution: [640, 480]
  rostopic: /right/image_raw
)";

std::string with(std::string text, const std::string& old, const std::string& replacement) {
  return text.replace(text.find(old), old.size(), replacement);
}

TEST(KalibrCamchain, IsRead) {
  const CameraFile file = cameras_in(kCamchain);
  ASSERT_THAT(file.cameras, SizeIs(2));
  expect_camera(camera_of(file, "cam0", "f").camera, "fisheye", {500, 510, 320, 240, .1, .2, .3, .4});
  expect_camera(camera_of(file, "/right/image_raw", "f").camera, "double_sphere", {500, 510, 320, 240, -.2, .6});
  EXPECT_EQ(file.cameras[1].from_reference->translation, Vector3(-.1, 0, 0));
  const std::string omni = with(with(with(kCamchain, "pinhole", "omni"), "equidistant", "radtan"),
                                "[500.0, 510.0, 320.0", "[1.5, 500.0, 510.0, 320.0");
  expect_camera(cameras_in(omni).cameras[0].camera, "mei", {500, 510, 320, 240, 1.5, .1, .2, .3, .4});
  const std::string fov = with(with(kCamchain, "equidistant", "fov"), "[0.1, 0.2, 0.3, 0.4]", "[0.9]");
  expect_camera(cameras_in(fov).cameras[0].camera, "fov", {500, 510, 320, 240, .9});
  EXPECT_THAT(refusal(with(kCamchain, "[1.0, 0.0, 0.0, -0.1]", "[2.0, 0.0, 0.0, -0.1]")), HasSubstr("rigid motion"));
}

/// What is wrong with one camera is said where that one is asked for; the others serve.
TEST(KalibrCamchain, WithACameraThatIsNotUnderstoodServesForTheOthers) {
  const CameraFile first = cameras_in(with(kCamchain, "equidistant", "kannala"));
  ASSERT_THAT(first.cameras, SizeIs(1));
  EXPECT_EQ(camera_of(first, "1", "f").camera.model().info().name, "double_sphere");  // its place in the file
  EXPECT_EQ(camera_of(first, "cam1", "f").from_reference->translation, Vector3(-.1, 0, 0));
  for (const char* which : {"0", "cam0"}) {
    EXPECT_THAT(error_message([&] { static_cast<void>(camera_of(first, which, "f")); }),
                StartsWith("f:5: cam0.distortion_model is kannala"));
  }
  EXPECT_THAT(
      error_message([&] { static_cast<void>(camera_of(first, "", "f")); }),
      AllOf(HasSubstr("several cameras"), HasSubstr("0 or 'cam0'"), HasSubstr("(not readable) and 1 or 'cam1'")));
  EXPECT_THAT(error_message([&] { static_cast<void>(camera_of(first, "cam2", "f")); }), HasSubstr("no camera 'cam2'"));
  EXPECT_THAT(words_of_unread(first), StartsWith("camera 0 'cam0'"));
  EXPECT_THAT(words_of_unread(first), HasSubstr("is left out: f:5: cam0.distortion_model is kannala"));

  const auto reason_of = [](const std::string& text) {
    const CameraFile file = cameras_in(text);
    EXPECT_EQ(file.unread.size(), 1U);
    return file.unread.empty() ? "" : file.unread.front().reason;
  };
  EXPECT_THAT(reason_of(with(kCamchain, "none", "radtan")), HasSubstr("cam1.distortion_coeffs"));
  EXPECT_THAT(reason_of(with(kCamchain, "[640, 480]", "[640, 0]")),
              StartsWith("f:7: cam0.resolution[1] must be a whole"));
  // None is left: the first one's message.
  EXPECT_THAT(refusal(with(with(kCamchain, "equidistant", "kannala"), "ds", "cubic")),
              StartsWith("f:5: cam0.distortion_model is kannala"));
}

TEST(KalibrTarget, IsRead) {
  EXPECT_EQ(target_spec(read_kalibr_target(
                "target_type: 'aprilgrid'\ntagCols: 6\ntagRows: 5\ntagSize: 0.088\ntagSpacing: 0.3\n", "t")),
            "aprilgrid:6x5:0.088:0.3");
  const std::string board =
      "target_type: checkerboard\ntargetCols: 9\ntargetRows: 6\nrowSpacingMeters: 0.02\ncolSpacingMeters: 0.02\n";
  EXPECT_EQ(target_spec(read_kalibr_target(board, "t")), "chessboard:9x6:0.02");
  const auto refused = [](const std::string& text) {
    return error_message([&] { static_cast<void>(read_kalibr_target(text, "t")); });
  };
  EXPECT_THAT(refused(with(board, "rowSpacingMeters: 0.02", "rowSpacingMeters: 0.03")),
              StartsWith("t:4: rowSpacingMeters"));
  EXPECT_THAT(refused(with(board, "checkerboard", "hexgrid")), StartsWith("t:1: target_type is 'hexgrid'"));
  const std::string dots = "target_type: 'circlegrid'\ntargetCols: 4\ntargetRows: 11\nspacingMeters: 0.02\n";
  EXPECT_EQ(target_spec(read_kalibr_target(dots + "asymmetricGrid: False\n", "t")), "circles:4x11:0.02:0.01");
  EXPECT_EQ(target_spec(read_kalibr_target(dots + "asymmetricGrid: True\n", "t")), "acircles:4x11:0.02:0.01");
  EXPECT_THAT(refused(with(board, "targetCols: 9\n", "")), HasSubstr("no key 'targetCols'"));
  EXPECT_THAT(refusal(board), HasSubstr("--target"));
}

constexpr const char* kCameramodel = R"(# generated on 2024-01-01 with a comment
{
    'lensmodel':  'LENSMODEL_OPENCV8',

    # intrinsics are fx,fy,cx,cy,distortion0,distortion1,....
    'intrinsics': [ 500.0, 510.0, 320.0, 240.0, 1, 2, 3, 4, 5, 6, 7, 8,],
    'valid_intrinsics_region': [ [ 0, 0 ], [ 10, 20 ], ],
    'extrinsics': [ 0, 0, 1.5707963267948966, 1, 2, 3,],
    'imagersize': [ 640, 480,],
    'icam_intrinsics': 0,
    'optimization_inputs': b'P3)NO30$$$'
                           b'\x00abc',
}
)";

TEST(MrcalCameramodel, OfASplinedLensIsReadAndWritten) {
  const auto model = std::dynamic_pointer_cast<const SplineModel>(make_model("spline:9x7:110"));
  std::vector<double> theta = model->initial_parameters(400, 320, 240);
  for (std::size_t i = 4; i < theta.size(); ++i) theta[i] = 0.01 * std::sin(static_cast<double>(i));
  const Camera all(model, theta, {640, 480});
  expect_camera(cameras_in(camera_file_text(camera_format_named("mrcal"), {{.camera = all}})).cameras.at(0).camera,
                "spline:9x7:110", theta);
  std::vector<bool> middle(24, false);
  for (const std::size_t cell : {8U, 9U, 14U, 15U}) middle[cell] = true;
  const Camera some(model->with_determined(middle), theta, {640, 480});
  const Camera back =
      cameras_in(camera_file_text(camera_format_named("mrcal"), {{.camera = some}})).cameras.at(0).camera;
  EXPECT_EQ(as_spline(back.model())->determined(), middle);
}

TEST(MrcalCameramodel, IsRead) {
  const CameraFile file = cameras_in(kCameramodel);
  expect_camera(file.cameras.at(0).camera, "opencv8", {500, 510, 320, 240, 1, 2, 3, 4, 5, 6, 7, 8});
  const Pose pose = file.cameras[0].from_reference.value();
  EXPECT_LT((pose * Vector3(1, 0, 0) - Vector3(1, 3, 3)).norm(), 1e-12);
  EXPECT_THAT(refusal(with(kCameramodel, "LENSMODEL_OPENCV8", "LENSMODEL_STEREOGRAPHIC")),
              AllOf(StartsWith("f:3: lensmodel is 'LENSMODEL_STEREOGRAPHIC'"), HasSubstr("LENSMODEL_PINHOLE")));
  const std::string splined = "LENSMODEL_SPLINED_STEREOGRAPHIC_order=3_Nx=30_Ny=20_fov_x_deg=";
  EXPECT_THAT(refusal(with(kCameramodel, "LENSMODEL_OPENCV8", splined + "170")),
              AllOf(StartsWith("f:6: intrinsics has 12 numbers"), HasSubstr("30x20 knots make 1204")));
  EXPECT_THAT(refusal(with(kCameramodel, "LENSMODEL_OPENCV8", splined + "400")),
              HasSubstr("1 to 359 degrees, not 400"));
  EXPECT_THAT(refusal(with(kCameramodel, "LENSMODEL_OPENCV8", splined + "90.5")), HasSubstr("nothing follows"));
  EXPECT_THAT(refusal(with(kCameramodel, "LENSMODEL_OPENCV8", "LENSMODEL_SPLINED_STEREOGRAPHIC_order=3")),
              HasSubstr("a splined model is called"));
  EXPECT_THAT(refusal(with(kCameramodel, "LENSMODEL_OPENCV8", "LENSMODEL_CAHVOR")), HasSubstr("a list of 9"));
  EXPECT_THAT(refusal(with(kCameramodel, "7, 8,", "7,")), StartsWith("f:6: intrinsics must be a list of 12"));
  EXPECT_THAT(refusal(with(kCameramodel, "[ 640, 480,]", "exit(1)")), AllOf(StartsWith("f:9: "), HasSubstr("is code")));
  EXPECT_THAT(refusal(with(kCameramodel, "[ 0, 0, 1.5", "[ nan, 0, 1.5")), HasSubstr("extrinsics[0] must be a finite"));
}

TEST(MrcalCameramodel, OfCahvorAndCahvoreIsRead) {
  const std::string cahvor =
      with(with(kCameramodel, "LENSMODEL_OPENCV8", "LENSMODEL_CAHVOR"), "1, 2, 3, 4, 5, 6, 7, 8,", "1, 2, 3, 4, 5,");
  expect_camera(cameras_in(cahvor).cameras.at(0).camera, "cahvor", {500, 510, 320, 240, 1, 2, 3, 4, 5});
  const std::string cahvore = with(cahvor, "CAHVOR", "CAHVORE_linearity=0.37");
  const std::string central = with(cahvore, "1, 2, 3, 4, 5,", "1, 2, 3, 4, 5, 0, 0, 0,");
  expect_camera(cameras_in(central).cameras.at(0).camera, "cahvore:0.37", {500, 510, 320, 240, 1, 2, 3, 4, 5});
  EXPECT_THAT(refusal(with(central, "5, 0, 0, 0,", "5, 0, 0.01, 0,")),
              AllOf(StartsWith("f:6: intrinsics"), HasSubstr("moves with the angle")));
  EXPECT_THAT(refusal(with(central, "=0.37", "=1.5")), HasSubstr("from -1 to 1"));
  EXPECT_THAT(refusal(with(central, "=0.37", "=x")), HasSubstr("from -1 to 1"));
  EXPECT_THAT(refusal(cahvore), HasSubstr("a list of 12"));
}

TEST(ColmapCameras, AreReadWithTheirHalfPixel) {
  const std::string text =
      "# Camera list\n1 SIMPLE_PINHOLE 640 480 500 320 240\n2 PINHOLE 640 480 500 510 320 240\n"
      "3 SIMPLE_RADIAL 640 480 500 320 240 .1\n4 RADIAL 640 480 500 320 240 .1 .2\n"
      "5 OPENCV 640 480 500 510 320 240 1 2 3 4\n6 FULL_OPENCV 640 480 500 510 320 240 1 2 3 4 5 6 7 8\n"
      "7 OPENCV_FISHEYE 640 480 500 510 320 240 1 2 3 4\n8 RADIAL_FISHEYE 640 480 500 320 240 1 2\n"
      "9 FOV 640 480 500 510 320 240 .9\n";
  const CameraFile file = cameras_in(text);
  ASSERT_THAT(file.cameras, SizeIs(9));
  expect_camera(file.cameras[8].camera, "fov", {500, 510, 319.5, 239.5, .9});
  expect_camera(file.cameras[0].camera, "pinhole", {500, 319.5, 239.5});
  expect_camera(file.cameras[1].camera, "radial1", {500, 510, 319.5, 239.5, 0});
  expect_camera(file.cameras[2].camera, "radial1", {500, 500, 319.5, 239.5, .1});
  expect_camera(file.cameras[3].camera, "radial2", {500, 500, 319.5, 239.5, .1, .2});
  expect_camera(file.cameras[4].camera, "opencv4", {500, 510, 319.5, 239.5, 1, 2, 3, 4});
  expect_camera(file.cameras[5].camera, "opencv8", {500, 510, 319.5, 239.5, 1, 2, 3, 4, 5, 6, 7, 8});
  expect_camera(file.cameras[6].camera, "fisheye", {500, 510, 319.5, 239.5, 1, 2, 3, 4});
  expect_camera(file.cameras[7].camera, "fisheye", {500, 500, 319.5, 239.5, 1, 2, 0, 0});
  // A point on the axis falls on the middle of a 640 x 480 image: (320, 240) for COLMAP, (319.5, 239.5) here.
  EXPECT_EQ(file.cameras[0].camera.project({0, 0, 2}), Vector2(319.5, 239.5));
  EXPECT_EQ(camera_of(file, "5", "f").camera.model().info().name, "opencv4");  // by its number, not its index
  const std::string strange = "1 THIN_PRISM_FISHEYE 640 480 500 510 320 240 1 2 3 4 5 6 7 8\n";
  EXPECT_THAT(refusal(strange), AllOf(StartsWith("f:1: model 'THIN_PRISM_FISHEYE'"), HasSubstr("OPENCV")));
  const CameraFile one = cameras_in(strange + "7 PINHOLE 640 480 500 510 320 240\n");
  EXPECT_EQ(camera_of(one, "7", "f").camera.model().info().name, "radial1");
  EXPECT_THAT(error_message([&] { static_cast<void>(camera_of(one, "1", "f")); }),
              StartsWith("f:1: model 'THIN_PRISM_FISHEYE'"));
  EXPECT_THAT(refusal("# x\n1 PINHOLE 640 480 500 510 320\n"), StartsWith("f:2: PINHOLE has 4 parameters, not 3"));
  EXPECT_THAT(refusal("1 PINHOLE 640 480 500 nan 320 240\n"), HasSubstr("finite"));
  EXPECT_THAT(refusal("1 PINHOLE 640 480 1 1 1 1\n1 PINHOLE 640 480 1 1 1 1\n"),
              StartsWith("f:2: camera 1 occurs twice"));
}

TEST(BasaltCalibration, IsRead) {
  const std::string text = R"({"value0": {
    "T_imu_cam": [{"px": 1, "py": 0, "pz": 0, "qx": 0, "qy": 0, "qz": 0, "qw": 1},
                  {"px": 0, "py": 0, "pz": 0, "qx": 0, "qy": 0, "qz": 0, "qw": 1}],
    "intrinsics": [{"camera_type": "ds", "intrinsics": {"fx": 500, "fy": 510, "cx": 320, "cy": 240, "xi": -0.2, "alpha": 0.6}},
                   {"camera_type": "kb4", "intrinsics": {"fx": 500, "fy": 510, "cx": 320, "cy": 240, "k1": 1, "k2": 2, "k3": 3, "k4": 4}}],
    "resolution": [[640, 480], [640, 480]]}})";
  const CameraFile file = cameras_in(text);
  ASSERT_THAT(file.cameras, SizeIs(2));
  expect_camera(file.cameras[0].camera, "double_sphere", {500, 510, 320, 240, -.2, .6});
  expect_camera(file.cameras[1].camera, "fisheye", {500, 510, 320, 240, 1, 2, 3, 4});
  EXPECT_EQ(file.cameras[0].from_reference->translation, Vector3(-1, 0, 0));
  const CameraFile one = cameras_in(with(text, "\"kb4\"", "\"fov\""));
  EXPECT_EQ(camera_of(one, "0", "f").camera.model().info().name, "double_sphere");
  EXPECT_THAT(error_message([&] { static_cast<void>(camera_of(one, "1", "f")); }),
              StartsWith("f:5: value0.intrinsics[1].camera_type is 'fov'"));
  EXPECT_THAT(cameras_in(with(text, "\"alpha\": 0.6", "\"beta\": 0.6")).unread.at(0).reason,
              HasSubstr("no key 'alpha'"));
}

TEST(CalibioCalibration, IsRead) {
  const std::string text = R"({"Calibration": {"cameras": [{"model": {"polymorphic_name": "libCalib::CameraModelOpenCV",
    "ptr_wrapper": {"data": {"parameters": {"f": {"val": 500, "state": 2}, "ar": {"val": 1.02}, "cx": {"val": 320},
      "cy": {"val": 240}, "k1": {"val": 0.1}, "k2": {"val": 0.2}, "k3": {"val": 0.3}, "p1": {"val": 0.01},
      "p2": {"val": 0.02}, "k4": {"val": 0}, "tauX": {"val": 0}},
      "CameraModelCRT": {"CameraModelBase": {"imageSize": {"width": 640, "height": 480}}}}}}}]}})";
  expect_camera(camera_in(text), "opencv5", {500, 510, 320, 240, .1, .2, .01, .02, .3});
  EXPECT_THAT(refusal(with(text, "CameraModelOpenCV", "CameraModelHalcon")), HasSubstr("CameraModelHalcon"));
  EXPECT_THAT(refusal(with(text, "\"tauX\": {\"val\": 0}", "\"tauX\": {\"val\": 0.1}")), HasSubstr("tilted"));
}

TEST(CameraFormats, WhatIsNoCalibrationIsRefused) {
  for (const std::string& text :
       {std::string(" \n"), std::string("hello"), std::string("\x89PNG\0\0", 6), std::string("[1, 2]"),
        std::string("{}"), std::string("a: b\n"), std::string("<svg/>"), std::string("image,corner_id\n")}) {
    EXPECT_THAT(refusal(text), StartsWith("f")) << text;
  }
  EXPECT_THAT(error_message([] { static_cast<void>(camera_format_named("halcon")); }), HasSubstr("mrcal"));
}

}  // namespace
}  // namespace fiducia

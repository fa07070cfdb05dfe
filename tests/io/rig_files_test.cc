// Rigs in the files of every tool that has them, written and read back; and what is refused.

#include "fiducia/io/formats/rig_files.h"

#include <gmock/gmock.h>

#include "fiducia/camera/registry.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::error_message;
using ::testing::HasSubstr;
using ::testing::SizeIs;

const ImageSize kRigImage{640, 480};

FileCamera rig_camera(std::string name, std::string_view model, std::vector<double> theta, const Pose& pose) {
  return {.name = std::move(name),
          .camera = Camera(make_model(model), std::move(theta), kRigImage),
          .from_reference = pose};
}

const Pose kRightPose = Pose::from_vectors({0.011, -0.023, 0.007}, {-0.1201, 0.0013, 0.0007});
const Pose kRearPose = Pose::from_vectors({0.3, 2.1, -0.2}, {-0.05, 0.02, 0.3});

/// Two cameras that all formats can hold; the first is not the frame of the rig.
std::vector<FileCamera> stereo_rig() {
  const Pose mount = Pose::from_vectors({0.1, 0.2, -0.3}, {0.5, -0.25, 0.125});
  return {
      rig_camera("left", "opencv4", {533.9, 534.1, 341.5, 238.6, -0.298, 0.119, 1.6e-3, 4e-4}, mount),
      rig_camera("right", "opencv4", {537.4, 536.9, 327.1, 250.2, -0.29, 0.107, -6e-4, 1.5e-4}, kRightPose * mount)};
}

std::vector<FileCamera> rig_of_three() {
  std::vector<FileCamera> cameras = stereo_rig();
  cameras.push_back(
      rig_camera("rear", "opencv4", {500, 501, 320, 240, -0.2, 0.05, 0, 0}, kRearPose * *cameras[0].from_reference));
  return cameras;
}

/// As convert writes them.
std::vector<FileContent> files_of(const CameraFormat& format, const std::vector<FileCamera>& cameras) {
  if (format.write_rig != nullptr) return rig_file_texts(format, cameras);
  return {{"rig", camera_file_text(format, cameras)}};
}

void expect_same_rig(const CameraFile& read, const std::vector<FileCamera>& cameras, bool named) {
  const Rig rig = rig_of(read, "f");
  ASSERT_THAT(rig.cameras, SizeIs(cameras.size()));
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    EXPECT_TRUE(!named || rig.cameras[i].name == cameras[i].name) << rig.cameras[i].name;
    EXPECT_EQ(rig.cameras[i].camera.image_size(), kRigImage);
    const Pose before = *cameras[i].from_reference * cameras[0].from_reference->inverse();
    const Pose after = rig.pose_between(i, 0);
    EXPECT_LT((before.rotation - after.rotation).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((before.translation - after.translation).cwiseAbs().maxCoeff(), 1e-12);
    for (const Vector3& ray : {Vector3(0, 0, 1), Vector3(0.3, -0.2, 1), Vector3(-0.5, 0.4, 1)}) {
      EXPECT_LT((*cameras[i].camera.project(ray) - *rig.cameras[i].camera.project(ray)).norm(), 1e-11);
    }
  }
}

TEST(RigFiles, ReadBackAsTheyWereWritten) {
  for (const char* name : {"fiducia", "opencv", "ros", "kalibr", "mrcal", "colmap", "basalt"}) {
    SCOPED_TRACE(name);
    const CameraFormat& format = camera_format_named(name);
    std::vector<FileContent> files = files_of(format, stereo_rig());
    for (int turn = 0; turn < 2; ++turn) {
      // Which of two files is which is seen from what they hold; one per camera keeps the order of the cameras.
      const bool any_order = format.name == "opencv" || format.name == "colmap";
      if (turn == 1 && any_order) std::swap(files[0], files[1]);
      const CameraFile read = read_camera_files(files);
      EXPECT_EQ(read.format, format.name);
      expect_same_rig(read, stereo_rig(), format.name != "basalt");
    }
    if (format.name == "opencv" || format.name == "ros") continue;
    expect_same_rig(read_camera_files(files_of(format, rig_of_three())), rig_of_three(), format.name != "basalt");
  }
}

TEST(RigFiles, TheFrameOfTheRigStaysWhereTheFormatHasOne) {
  for (const char* name : {"fiducia", "mrcal", "basalt"}) {
    SCOPED_TRACE(name);
    const CameraFile read = read_camera_files(files_of(camera_format_named(name), stereo_rig()));
    const Pose difference = *read.cameras[0].from_reference * stereo_rig()[0].from_reference->inverse();
    EXPECT_LT(difference.rotation_vector().norm() + difference.translation.norm(), 1e-12);
  }
}

TEST(RigFiles, PairsOfFisheyesAndPairsAboveEachOther) {
  std::vector<FileCamera> pair = {rig_camera("upper", "fisheye", {260, 262, 322, 238, 0.02, -0.004, 1e-3, 0}, Pose{}),
                                  rig_camera("lower", "fisheye", {258, 259, 318, 241, 0.01, -0.002, 1e-3, 0},
                                             Pose::from_vectors({0.02, 0.01, 0}, {0.003, -0.1, 0.002}))};
  for (const char* name : {"opencv", "ros", "kalibr", "basalt", "colmap"}) {
    SCOPED_TRACE(name);
    expect_same_rig(read_camera_files(files_of(camera_format_named(name), pair)), pair, std::string(name) != "basalt");
  }
}

/// The stereo sample writes two files, others one with the same keys.
TEST(RigFiles, OpenCvsPairInOneFile) {
  const std::vector<FileContent> two = rig_file_texts(camera_format_named("opencv"), stereo_rig());
  const std::string one = two[0].content + two[1].content.substr(two[1].content.find("R:"));
  expect_same_rig(read_camera_file(one, "stereo.yml"), stereo_rig(), true);
}

TEST(RigFiles, NamesBecomeNamesOfFiles) {
  std::vector<FileCamera> cameras = stereo_rig();
  cameras[0].name = "../etc/left cam";
  cameras[1].name = "..";
  for (const FileContent& file : rig_file_texts(camera_format_named("mrcal"), cameras)) {
    EXPECT_EQ(file.name.find('/'), std::string::npos);
    EXPECT_NE(file.name.front(), '.');
  }
  cameras[1].name = cameras[0].name;
  const std::vector<FileContent> alike = rig_file_texts(camera_format_named("mrcal"), cameras);
  EXPECT_NE(alike[0].name, alike[1].name);
}

TEST(RigFiles, WhatAFormatCannotHoldIsNamed) {
  std::vector<FileCamera> wide = rig_of_three();
  wide[2] = rig_camera("rear", "mei", {500, 500, 320, 240, 1.1, 0, 0, 0, 0}, kRearPose);
  for (const char* name : {"opencv", "ros", "mrcal", "colmap", "basalt"}) {
    SCOPED_TRACE(name);
    EXPECT_THAT(error_message([&] { static_cast<void>(files_of(camera_format_named(name), wide)); }),
                AllOf(HasSubstr("'rear'"), HasSubstr("mei")));
  }
  for (const char* name : {"opencv", "ros"}) {
    EXPECT_THAT(error_message([&] { static_cast<void>(files_of(camera_format_named(name), rig_of_three())); }),
                AllOf(HasSubstr("pairs"), HasSubstr("--cameras")));
    const std::vector<FileCamera> in_front = {
        stereo_rig()[0], rig_camera("front", "pinhole", {500, 320, 240},
                                    Pose::from_vectors({0, 0, 0}, {0, 0, 0.2}) * *stereo_rig()[0].from_reference)};
    EXPECT_THAT(error_message([&] { static_cast<void>(files_of(camera_format_named(name), in_front)); }),
                AllOf(HasSubstr("left and front"), HasSubstr("in front of")));
  }
  std::vector<FileCamera> loose = stereo_rig();
  loose[1].from_reference.reset();
  for (const char* name : {"fiducia", "opencv", "ros", "mrcal", "colmap", "basalt"}) {
    EXPECT_THAT(error_message([&] { static_cast<void>(files_of(camera_format_named(name), loose)); }),
                AllOf(HasSubstr("'right'"), HasSubstr("--camera")));
  }
}

/// Every number and every word of every file made wrong in turn: an Error that names a file, or cameras that are
/// finite.
TEST(RigFiles, DamagedOnesAreRefusedByFileAndKey) {
  for (const char* name : {"fiducia", "opencv", "ros", "mrcal", "colmap", "basalt", "kalibr"}) {
    const std::vector<FileContent> files = files_of(camera_format_named(name), stereo_rig());
    for (std::size_t f = 0; f < files.size(); ++f) {
      for (const char* poison : {"nan", "[]", "\"x\"", "-7", "1e999", ""}) {
        const std::string& text = files[f].content;
        for (std::size_t begin = text.find_first_of("-0123456789"); begin < text.size();
             begin = text.find_first_of("-0123456789", text.find_first_not_of("-.0123456789e", begin))) {
          const std::size_t end = std::min(text.find_first_not_of("-.0123456789e", begin), text.size());
          std::vector<FileContent> damaged = files;
          damaged[f].content = text.substr(0, begin) + poison + text.substr(end);
          try {
            for (const MountedCamera& camera : rig_of(read_camera_files(damaged), "f").cameras) {
              EXPECT_TRUE(camera.camera_from_rig.translation.allFinite() &&
                          camera.camera_from_rig.rotation.allFinite());
            }
          } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(files.size() == 1 ? "rig" : files[f].name.substr(0, 4)),
                      std::string::npos)
                << name << ": " << error.what();
          }
        }
      }
    }
  }
}

TEST(RigFiles, WhatDoesNotBelongTogetherIsRefused) {
  const std::vector<FileContent> opencv = rig_file_texts(camera_format_named("opencv"), stereo_rig());
  const std::vector<FileContent> colmap = rig_file_texts(camera_format_named("colmap"), stereo_rig());
  const std::vector<FileContent> three = rig_file_texts(camera_format_named("colmap"), rig_of_three());
  const std::vector<FileContent> ros = rig_file_texts(camera_format_named("ros"), stereo_rig());
  const std::vector<FileContent> mrcal = rig_file_texts(camera_format_named("mrcal"), stereo_rig());
  const auto refused = [](const std::vector<FileContent>& files) {
    return error_message([&] { static_cast<void>(read_camera_files(files)); });
  };
  EXPECT_THAT(refused({opencv[1]}), AllOf(HasSubstr("extrinsics.yml"), HasSubstr("give intrinsics.yml with it")));
  EXPECT_THAT(refused({colmap[1]}), AllOf(HasSubstr("rig_config.json"), HasSubstr("give cameras.txt with it")));
  EXPECT_THAT(refused({opencv[1], ros[0]}), HasSubstr("do not belong together"));
  EXPECT_THAT(refused({colmap[1], three[0]}), HasSubstr("do not belong together"));
  EXPECT_THAT(refused({ros[0], mrcal[1]}), HasSubstr("different tools"));
  EXPECT_THAT(refused({opencv[0], ros[0]}), HasSubstr("none of these"));
  EXPECT_THAT(refused({opencv[0], opencv[1], ros[0]}), HasSubstr("two make a rig"));
  EXPECT_THAT(error_message([&] { static_cast<void>(rig_of(read_camera_files({ros[0]}), "one.yaml")); }),
              HasSubstr("one.yaml: holds one camera"));
  EXPECT_THAT(error_message([&] { static_cast<void>(rig_of(read_camera_files({colmap[0]}), "cameras.txt")); }),
              HasSubstr("does not say where"));
}

TEST(RigFiles, ARigThatFailedHoldsNoCameras) {
  const std::string text =
      R"({"format": "fiducia.calibration/1", "rig": {"shifts": []}, "message": "left and right never meet"})";
  EXPECT_THAT(error_message([&] { static_cast<void>(read_camera_file(text, "calibration.json")); }),
              AllOf(HasSubstr("calibration.json"), HasSubstr("left and right never meet"), HasSubstr("no cameras")));
}

}  // namespace
}  // namespace fiducia

#include "fiducia/solve/diagnosis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fiducia/camera/registry.h"
#include "setups.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::board;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ordinary_camera;

Observations frames_of_board(int frames) {
  return simulate(ordinary_camera(), board(), {.frames = frames, .noise_px = 0.1, .seed = 2}).observations;
}

std::vector<UsedFrame> all_of(const Observations& observations) {
  std::vector<UsedFrame> used;
  for (std::size_t i = 0; i < observations.frames.size(); ++i) used.push_back({i, 1});
  return used;
}

TEST(Diagnosis, OfEnoughDataIsNothing) {
  const Observations data = frames_of_board(8);
  EXPECT_THAT(too_little_data(data, *make_model("radial2"), all_of(data)), IsEmpty());
}

TEST(Diagnosis, TellsWhatIsTooLittle) {
  const Observations data = frames_of_board(8);
  EXPECT_THAT(too_little_data(data, *make_model("radial2"), {}), HasSubstr("none of 8 frames can be used"));
  EXPECT_THAT(too_little_data(data, *make_model("radial2"), {{3, 1}}), HasSubstr("only one frame"));
  Observations few = frames_of_board(3);
  for (Frame& frame : few.frames) frame.corners.resize(4);
  EXPECT_THAT(too_little_data(few, *make_model("opencv12"), all_of(few)),
              AllOf(HasSubstr("24 coordinates for 34 unknowns"), HasSubstr("opencv12")));
}

TEST(Diagnosis, NamesCornersThatTooFewFramesShow) {
  Observations data = frames_of_board(6);
  for (std::size_t j = 2; j < data.frames.size(); ++j) {
    std::erase_if(data.frames[j].corners, [](const Corner& corner) { return corner.id == 7 || corner.id == 9; });
  }
  std::vector<const Frame*> frames;
  for (const Frame& frame : data.frames) frames.push_back(&frame);
  const std::size_t count = data.target.points.size();
  EXPECT_THAT(rarely_seen_corners(TargetShape::kFree, frames, count), HasSubstr("corners 7 and 9"));
  EXPECT_THAT(rarely_seen_corners(TargetShape::kWarp, frames, count), IsEmpty());
}

TEST(Diagnosis, TellsAnOpenDirectionAndWhatToDo) {
  const Observations data = frames_of_board(12);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  const Eigen::MatrixXd information = calibration.information.matrix(frame_weights(calibration));
  EXPECT_THAT(diagnose(calibration, information, calibration.fit.variance).open, IsEmpty());
  // As if there were a millionth of the information: the mapping is open by more than a twentieth of the image.
  const Diagnosis open = diagnose(calibration, 1e-9 * information, calibration.fit.variance);
  EXPECT_THAT(open.open, AllOf(HasSubstr("do not determine"), HasSubstr("tilted in different directions")));
  Eigen::MatrixXd singular = information;
  singular.row(0).setZero();
  singular.col(0).setZero();
  EXPECT_THAT(diagnose(calibration, singular, calibration.fit.variance).open, HasSubstr("do not determine fx"));
}

TEST(Diagnosis, WarnsOfALensModelThatEndsInsideTheImage) {
  // A barrel so strong that its polynomial turns back before the image's corners.
  const Camera folding("radial1", {{"fx", 900}, {"fy", 900}, {"cx", 968}, {"cy", 608}, {"k1", -0.3}}, {1936, 1216});
  const Observations data = simulate(folding, board(), {.frames = 15, .noise_px = 0.05, .seed = 3}).observations;
  const Calibration calibration = calibrate(data, {.model = "radial1"});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  const Eigen::MatrixXd information = calibration.information.matrix(frame_weights(calibration));
  const Diagnosis diagnosis = diagnose(calibration, information, calibration.fit.variance);
  ASSERT_EQ(diagnosis.warnings.size(), 1U);
  EXPECT_THAT(diagnosis.warnings[0], HasSubstr("radial1"));
}

}  // namespace
}  // namespace fiducia

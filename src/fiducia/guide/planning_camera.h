#pragma once

#include "fiducia/guide/information_state.h"

namespace fiducia {

/// A camera to plan views with, and what is known of it.
struct PlanningCamera {
  Camera camera;
  InformationState information_state;
  bool guessed = false;          ///< not the calibration's own: numbers that follow from it are not to be shown
  std::vector<Pose> poses = {};  ///< of the frames that it can place
  bool lens_known = true;        ///< false: nothing but the image's size is
};

/// The calibration's own camera where that converged and sees (nearly) the whole image. From few frames it often does
/// not: the last coefficients of a distortion are open, or such that the model folds over inside the image, and views
/// would keep away from the very corners that are needed. Then a simpler model is calibrated and stands for the lens,
/// or without any, a plain lens of the focal length that most have (the image's width); what the frames say about the
/// intrinsics of the asked-for model there is added to a guess of them (guessed_information_state()).
[[nodiscard]] PlanningCamera planning_camera(const Calibration& calibration,
                                             const InformationStateOptions& options = {});

}  // namespace fiducia

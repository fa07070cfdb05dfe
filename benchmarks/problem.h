#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/data/observations.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia::bench {

/// How much data, and for which model.
struct CaseSize {
  std::string model;
  int frames;
  int columns;
  int rows;

  [[nodiscard]] int corners() const { return columns * rows; }
};

/// What every solver gets: the same observations and the same place to begin.
struct Problem {
  CaseSize size;
  std::shared_ptr<const Observations> observations;
  InitialValues initial;

  [[nodiscard]] std::shared_ptr<const Model> model() const { return make_model(size.model); }
};

/// A simulated camera with an ordinary lens (1936x1216, 78 degrees wide, barrel distortion), poses as in
/// docs/method.md 9, noise of 0.05 px. Start: focal lengths a tenth too long, principal point at the image's centre, no
/// distortion, and for each frame the pose that fits best through that camera.
///
/// Everything is a number that a float holds, because OpenCV's calibrateCamera takes nothing else and the problem must
/// be the same for all.
[[nodiscard]] Problem make_problem(const CaseSize& size);

}  // namespace fiducia::bench

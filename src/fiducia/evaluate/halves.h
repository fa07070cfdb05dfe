#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

struct HalvesOptions {
  int columns = 24;  ///< cells of the map
  int rows = 16;
  MappingErrorOptions mapping = {};
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// How far the cameras of two halves of the frames map apart, and how far their own uncertainties let them: a check of
/// the uncertainty that needs no truth. What is wrong in both halves alike it does not see, and with few frames one
/// split says little.
struct Halves {
  struct Cell {
    double apart_px = 0;  ///< after the best rotation, a length; NaN where one of the cameras has no ray
    double sigma_px = 0;  ///< sqrt(sigma_a^2 + sigma_b^2), each by cr2 of its own half; NaN where there is no ray
  };

  std::string problem = "halves_of() was not called";  ///< why there is nothing; empty: there is
  std::size_t first_frames = 0;
  std::size_t second_frames = 0;
  double apart_px = 0;     ///< RMS over the image, a length
  double expected_px = 0;  ///< RMS over the image of what chance does by both covariances
  double bound95_px = 0;   ///< root of the sum of both squared 95% bounds
  int columns = 0;
  int rows = 0;
  std::vector<Cell> cells = {};  ///< row by row
};

/// Fewest frames that are split.
inline constexpr std::size_t kFewestFramesOfTwoHalves = 10;

/// The frames that the calibration used are drawn into two halves by the seed, and each is calibrated with the same
/// model, target shape and effects, from the whole's solution. A half that cannot be calibrated is a `problem`. Throws
/// an Error (kNotConverged) where the calibration failed.
[[nodiscard]] Halves halves_of(const Calibration& calibration, const HalvesOptions& options = {});

}  // namespace fiducia

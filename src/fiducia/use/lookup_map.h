#pragma once

#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/use/projection.h"

namespace fiducia {

/// For each pixel of an image, row by row, the place in another image that it is taken from, as cv::remap takes it.
struct LookupMap {
  static constexpr float kNowhere = -10000;  ///< both coordinates, where there is no such place

  ImageSize size = {};
  std::vector<float> x;
  std::vector<float> y;

  [[nodiscard]] double share_without_place() const;  ///< from 0 to 1
};

/// For each pixel of the output: where the source shows it.
[[nodiscard]] LookupMap map_to_source(const Camera& source, const OutputCamera& output, int threads = 1,
                                      const Progress& progress = {});

/// For each pixel of the source: where the output shows it.
[[nodiscard]] LookupMap map_to_output(const Camera& source, const OutputCamera& output, int threads = 1,
                                      const Progress& progress = {});

/// Parts of the source, from 0 to 1.
struct SourceLoss {
  double lost = 0;         ///< that the output does not show
  double without_ray = 0;  ///< of these: that the camera model has no ray for
};
/// On a grid of 160 x 120 places.
[[nodiscard]] SourceLoss source_loss(const Camera& source, const OutputCamera& output);

}  // namespace fiducia

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// A corner that was seen and is not used.
struct LeftOutCorner {
  std::string frame;
  std::size_t frame_index = 0;  ///< in Observations::frames
  int id = 0;
  std::string reason;
};

struct OutlierOptions {
  double sigmas = 8;    ///< robust standard deviations of the local deviations; 0: everything is kept
  int max_rounds = 20;  ///< each calibrates anew without the outliers found so far
  /// Models for narrow and wide lenses that are asked besides the one in use: only what none of them explains goes. A
  /// wrong model must show in the bias, not in corners that it drives out.
  std::vector<std::string> reference_models = {"radial2", "fisheye"};
};

struct CleanCalibration {
  Calibration calibration;  ///< its observations are the frames as they were, but for the corners left out
  std::vector<LeftOutCorner> left_out = {};
};

/// calibrate(), leaving out corners that stand off from their neighbours, again and again until none does; and before
/// that, where the target's shape is free, corners that too few frames show to be located. A corner that stands off in
/// many frames stays: that is the target, not the image.
[[nodiscard]] CleanCalibration calibrate_cleaned(const Observations& observations, const CalibrateOptions& options,
                                                 const OutlierOptions& outliers = {});
/// The same without a copy where nothing is left out.
[[nodiscard]] CleanCalibration calibrate_cleaned(std::shared_ptr<const Observations> observations,
                                                 const CalibrateOptions& options, const OutlierOptions& outliers = {});

/// The same for models that are yet to be compared, with the first of the outliers' models: what stands off from its
/// neighbours does so with any model that follows the lens roughly.
[[nodiscard]] CleanCalibration clean_for_any_model(std::shared_ptr<const Observations> observations,
                                                   const CalibrateOptions& options,
                                                   const OutlierOptions& outliers = {});

/// The same once the shape of the target was found: corners that stood off because of it are inliers now, and one that
/// is wrong in itself no longer hides among those of a target that is not what it is said to be. all: the observations
/// before anything was left out; found: what became of them. The frames that it uses, its model, shape and effects
/// stay. Nothing where the same corners are left out as before, or the calibration does not succeed without them.
[[nodiscard]] std::optional<CleanCalibration> clean_with_found_target(const std::shared_ptr<const Observations>& all,
                                                                      const CleanCalibration& found,
                                                                      const OutlierOptions& outliers = {},
                                                                      int threads = 1, const Progress& progress = {});

}  // namespace fiducia

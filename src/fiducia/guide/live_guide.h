#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "fiducia/guide/guide.h"
#include "fiducia/guide/running_calibration.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

struct LiveGuideOptions {
  CalibrateOptions calibrate = {};  ///< initial and frame_weights are not looked at
  OutlierOptions outliers = {};
  GuideOptions guide = {};
  /// From kFewestToStop frames on the calibration is assessed with every frame, and the model, shape and effects that
  /// are chosen then are followed from there on. Nothing: errors are random ones alone.
  std::optional<AssessOptions> assess = {};
  /// Where the mapping matters, for images of a size that is known with the first frame only; empty: as `guide` says.
  std::function<MappingErrorOptions(ImageSize)> mapping = {};
};

/// Guidance that follows images as they come and go.
class LiveGuide {
 public:
  LiveGuide(Target target, LiveGuideOptions options);

  /// Images are told apart by `id`; people are told the frame's name. Why the frame is not used; empty: it is, or
  /// will be when there are more.
  std::string add(const std::string& id, Frame frame, ImageSize size);
  void remove(const std::string& id);
  void rename(const std::string& id, const std::string& name);

  /// Nothing before the first frame, when not even the image's size is known.
  [[nodiscard]] std::optional<Guidance> guidance();
  [[nodiscard]] const std::optional<RunningCalibration>& running() const { return running_; }

 private:
  /// The name, or one like it that no other frame has.
  [[nodiscard]] std::string free_name(const std::string& name) const;
  /// The frame without corners that stand off from their neighbours, where it fits worse than the others.
  void clean_last(double rmse_px);
  /// Nothing where there are too few frames, or these do not carry an assessment.
  [[nodiscard]] std::optional<Assessment> assessment() const;

  Target target_;
  LiveGuideOptions options_;
  std::optional<RunningCalibration> running_;
  std::map<std::string, std::string> names_;  // of the frames, by id
};

}  // namespace fiducia

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fiducia/data/observations.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What became of a frame that was added.
struct FrameUpdate {
  bool used = false;
  std::string reason;         ///< why not
  double rmse_px = 0;         ///< of the frame, where it is used
  bool from_scratch = false;  ///< whether new initial values were looked for
};

/// A calibration that frames join one by one, at video rate. A new frame is posed with the intrinsics that are known
/// (linear, then refined: its S_j and s_j), and joins A; Gauss-Newton steps from the known solution then take all
/// unknowns to the new minimum, which is near. That costs O(frames), some milliseconds for fifty.
///
/// The minimum found is the one that the first frames led to. So while there are few, and whenever the new frame fits
/// much worse than the others, initial values are looked for as calibrate() does, and the better result is kept.
class RunningCalibration {
 public:
  /// `options`: initial and frame_weights are not looked at.
  RunningCalibration(Target target, ImageSize image_size, CalibrateOptions options = {});

  /// Throws an Error, and changes nothing, for a frame that validate() refuses: a name that is there already, corners
  /// outside the image.
  FrameUpdate add(Frame frame);
  /// False where there is no frame of that name.
  bool remove(const std::string& name);
  /// False where there is no frame of that name, or the other name is taken.
  bool rename(const std::string& name, const std::string& to);
  /// Goes on with the model, the target's shape and the effects of a calibration of these frames.
  void follow(const Calibration& calibration);

  /// Not converged as long as the frames do not carry a calibration; see its message.
  [[nodiscard]] const Calibration& calibration() const { return calibration_; }
  /// The frames so far.
  [[nodiscard]] const Observations& observations() const { return *calibration_.observations; }

 private:
  /// From the known solution; new frames posed by it. Nothing where none is known, or it cannot pose a frame.
  [[nodiscard]] std::optional<Calibration> from_known(const std::shared_ptr<const Observations>& observations) const;
  /// Returns whether new initial values were looked for.
  bool update(const std::shared_ptr<const Observations>& observations);

  CalibrateOptions options_;
  Calibration calibration_;
};

}  // namespace fiducia

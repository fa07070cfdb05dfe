#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/corner_arrays.h"

namespace fiducia {

/// Calibrates again and again with other multiplicities of the frames, from the solution that is known: the exact
/// bootstrap.
class Refit {
 public:
  /// Keeps what it needs. Throws an Error where the calibration did not succeed.
  explicit Refit(const Calibration& calibration);

  [[nodiscard]] std::size_t frame_count() const { return frames_.size(); }

  struct Result {
    Eigen::VectorXd parameters;
    bool converged = false;   ///< false: the parameters are where the search stopped, in a valley that is flat
    bool determined = false;  ///< false: these frames leave a direction open that all frames together determine
  };

  /// The global parameters that fit best when frame j counts multiplicities[j] times; nothing where these frames cannot
  /// carry a calibration.
  [[nodiscard]] std::optional<Result> operator()(std::span<const std::uint32_t> multiplicities,
                                                 const Progress& progress = {}) const;

  /// The sum of squares, as the loss weighs them, that frame j leaves when its pose alone is fitted, at other global
  /// parameters, px^2; nothing where it cannot be projected.
  [[nodiscard]] std::optional<double> squares_of(std::size_t frame, const Eigen::VectorXd& parameters) const;

 private:
  [[nodiscard]] bool determined(const Information& information, const std::vector<double>& weights) const;
  [[nodiscard]] bool determined_at_large(const Information& information, const std::vector<double>& weights) const;

  std::shared_ptr<const Model> model_;
  Loss loss_;
  ShapeBasis basis_;
  EffectFit effects_;
  ImageSize image_size_;
  Eigen::VectorXd g_;
  std::vector<FrameState> states_;
  std::vector<Frame> seen_;           // where the target's shape is unknown, or effects are
  std::vector<CornerArrays> frames_;  // with the target as the calibration found it
  std::vector<double> weights_;
  Information whole_;  // of all frames
};

}  // namespace fiducia

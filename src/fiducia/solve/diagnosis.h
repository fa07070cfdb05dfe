#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/start/initial_values.h"

namespace fiducia {

/// What a calibration's data cannot carry, in words that say what to do. Empty: they can.
struct Diagnosis {
  std::string open;                   ///< a direction of the parameters that is left open
  std::vector<std::string> warnings;  ///< what a user should know of an otherwise good result
};

/// A frame that takes part.
struct UsedFrame {
  std::size_t index;  ///< in Observations::frames
  double weight;
};

/// Before anything is computed: too few frames, different views or coordinates for the model.
[[nodiscard]] std::string too_little_data(const Observations& observations, const Model& model,
                                          const std::vector<UsedFrame>& used);

/// Why frames with so few corners cannot carry these effects. Empty: they can.
[[nodiscard]] std::string too_few_for_effects(const EffectLayout& layout, const std::vector<const Frame*>& frames);

/// Where a shape asks for corners to be located one by one: those that too few frames show for that. Empty: none.
[[nodiscard]] std::string rarely_seen_corners(TargetShape shape, const std::vector<const Frame*>& frames,
                                              std::size_t corner_count);

/// Frames without a usable initial pose, each with its reason; empty strings for the others.
[[nodiscard]] std::vector<std::string> unusable_frames(const std::vector<InitialPose>& poses, ImageSize image_size);

/// After the optimisation, at the solution. information: A; variance: of a residual coordinate, px^2. Warnings, which
/// take most of the time, where they are asked for.
[[nodiscard]] Diagnosis diagnose(const Calibration& calibration, const Eigen::MatrixXd& information, double variance,
                                 bool with_warnings = true);

[[nodiscard]] std::string not_converged_message(SolverStatus status, const Calibration& calibration);

[[nodiscard]] std::string target_in_words(const Target& target);

}  // namespace fiducia

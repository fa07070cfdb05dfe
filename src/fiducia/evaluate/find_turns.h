#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// In which way the board lies in each frame, where it looks the same in several (board_turns.h).
struct FrameTurns {
  int ways = 1;  ///< in how many ways it looks the same
  /// One per frame of the observations: in which way it lies as against most others.
  std::vector<int> turns = {};
  std::vector<std::string> turned = {};  ///< names of the frames whose corners are to be renumbered
  /// Of those that do not tell: they are numbered as is likeliest, and where most are among them, none is renumbered
  /// and all are named.
  std::vector<std::string> unsure = {};
  /// Of the other frame that is least sure: how much more likely it is so than in the next best way, as a logarithm. 0
  /// where it took no free shape to tell: all are numbered alike beyond any doubt, or the shape looks the same turned.
  double least_evidence = 0;
  /// RMSE of a calibration with a free shape, with the corners as they were numbered and as they are now; 0 likewise.
  double rmse_before = 0;
  double rmse_after = 0;
};

/// Looks for the ways that agree best about the target's shape (turn_search.h). Nothing where the board looks the same
/// in one way only, where there are fewer than six frames, or where its shape does not show: then it does not matter
/// either. calibration: with the target as it is.
[[nodiscard]] std::optional<FrameTurns> find_turns(const Calibration& calibration, int threads = 1,
                                                   const Progress& progress = {});

/// The observations with the corners numbered so.
[[nodiscard]] Observations renumbered(const Observations& observations, const FrameTurns& turns);

}  // namespace fiducia

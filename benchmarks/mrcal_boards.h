#pragma once

#include <vector>

extern "C" {
#include <mrcal/mrcal.h>
}

#include "fiducia/data/observations.h"

namespace fiducia::bench {

/// A problem in mrcal's form: one camera at the reference, a board in each frame, every corner with weight 1.
struct BoardData {
  std::vector<mrcal_pose_t> frames;
  std::vector<mrcal_observation_board_t> boards;
  std::vector<mrcal_point3_t> corners;
};

[[nodiscard]] mrcal_pose_t to_mrcal(const Pose& pose);

/// The simulator shows the whole board in the order of the ids, which is mrcal's order too.
[[nodiscard]] BoardData board_data(const Observations& observations, const std::vector<Pose>& poses);
[[nodiscard]] std::vector<Pose> poses_of(const BoardData& data);

}  // namespace fiducia::bench

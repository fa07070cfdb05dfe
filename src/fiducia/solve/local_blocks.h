#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/solve/frame_problem.h"

namespace fiducia {

/// Where each frame's local block stands among those of all frames, and what the frame counts.
struct LocalBlocks {
  std::vector<Eigen::Index> first;
  std::vector<Eigen::Index> size;
  std::vector<double> weight;
  Eigen::Index total = 0;

  explicit LocalBlocks(const FrameProblem& problem) {
    for (int j = 0; j < problem.frame_count(); ++j) {
      first.push_back(total);
      size.push_back(problem.local_size(j));
      weight.push_back(problem.weight(j));
      total += size.back();
    }
  }
};

}  // namespace fiducia

#include "fiducia/solve/normal_system.h"

#include "fiducia/solve/elimination_order.h"
#include "fiducia/solve/local_first_system.h"
#include "fiducia/solve/points_first_system.h"

namespace fiducia {

std::unique_ptr<NormalSystem> make_normal_system(const FrameProblem& problem, const Prior& prior) {
  Eigen::Index local = 0;
  for (int j = 0; j < problem.frame_count(); ++j) local += problem.local_size(j);
  const EliminationOrder order = cheaper_order(problem.dense_size(), problem.point_count(), local);
  if (order == EliminationOrder::kPointsFirst) return std::make_unique<PointsFirstSystem>(problem, prior);
  return std::make_unique<LocalFirstSystem>(problem, prior);
}

}  // namespace fiducia

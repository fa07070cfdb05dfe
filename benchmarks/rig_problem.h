#pragma once

#include "benchmarks/rig_case.h"
#include "fiducia/data/rig_observations.h"
#include "fiducia/solve/calibrate_rig.h"

namespace fiducia::bench {

/// Where a peer begins that does not find initial values: each camera by itself, with its poses by instant.
struct RigStartingPoint {
  std::vector<std::vector<double>> parameters;  ///< opencv4, per camera
  Pose second_from_first;
  std::vector<Pose> first_from_target;
};

/// `ours`: what the angle is measured against.
[[nodiscard]] RigPeer rig_by_opencv(const RigObservations& seen, const RigCalibration& ours);
#ifdef FIDUCIA_BENCH_HAVE_MRCAL
[[nodiscard]] RigPeer rig_by_mrcal(const RigObservations& seen, const RigStartingPoint& start,
                                   const RigCalibration& ours);
#endif

}  // namespace fiducia::bench

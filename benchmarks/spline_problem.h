#pragma once

#include <memory>
#include <vector>

#include "benchmarks/stopwatch.h"
#include "fiducia/camera/spline.h"
#include "fiducia/data/observations.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/prior.h"

namespace fiducia::bench {

/// What both solvers get.
struct SplineStartingPoint {
  std::shared_ptr<const Observations> observations;
  std::shared_ptr<const SplineModel> model;
  std::vector<double> parameters;
  std::vector<Pose> poses;
};

/// mrcal's regularisation of the knots as a prior on ours, found by asking mrcal. f and c are held besides. Throws
/// where it is not what is expected of it: two terms per knot, linear in the knot's two numbers.
[[nodiscard]] Prior prior_of_mrcal(const SplineStartingPoint& start);

struct SplineByMrcal {
  std::vector<double> parameters;
  std::vector<Pose> poses;
  Elapsed elapsed;
};
[[nodiscard]] SplineByMrcal spline_by_mrcal(const SplineStartingPoint& start);

}  // namespace fiducia::bench

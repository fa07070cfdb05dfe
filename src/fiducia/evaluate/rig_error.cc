#include "fiducia/evaluate/rig_error.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/evaluate/quadratic_root.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;

/// What the squares of a comparison mean for the leaner rig; its own bound, by itself, is in `alone`.
RigError with_bias(const SystematicError& error, const RigError& alone, RigRicher what) {
  RigError result = alone;
  if (what == RigRicher::kFrames) {
    if (error.rich_random >= error.lean_random) return alone;
    // The surer one sees what chance made of this one, to its own error.
    result.total = result.random = std::sqrt(error.difference + error.rich_random);
    result.bound95 = std::max(std::sqrt(error.bound95), result.total);
    return result;
  }
  result.random = std::sqrt(error.lean_random);
  result.systematic = std::sqrt(error.bias);
  result.total = std::sqrt(error.total);
  result.bound95 = std::max(std::sqrt(error.bound95), result.total);
  if (error.bias == 0) result.bound95 = std::max(result.bound95, alone.bound95);
  return result;
}

}  // namespace

MatrixXd mapping_rows(const RigGeometry& rig, std::size_t camera) {
  const MatrixXd root = quadratic_root(mapping_sensitivity(rig.cameras[camera], rig.mapping_of(camera)).H);
  MatrixXd J = MatrixXd::Zero(root.rows(), rig.layout.shape_first);
  J.middleCols(rig.layout.first[camera], root.cols()) = root;
  return J;
}

InfluencedCamera influenced_camera(const InfluencedRig& rig, std::size_t camera) {
  const Camera& own = rig.geometry.cameras[camera];
  if (rig.influences.cols() == 0) return {own};
  return {own, rig.influences.middleRows(rig.geometry.layout.first[camera], own.model().size())};
}

RigError in_unit(RigError error, double unit) {
  for (double* part : {&error.total, &error.random, &error.systematic, &error.bound95}) *part *= unit;
  return error;
}

MatrixXd InfluencedRig::pulls(const MatrixXd& J, Eigen::Index instants) const {
  if (influences.cols() == 0) return MatrixXd::Zero(J.rows(), instants);
  return J * influences.topRows(J.cols());
}

InfluencedRig influenced_rig(const RigCalibration& rig, int threads, const Progress& progress) {
  auto uncertainty = std::make_shared<const RigUncertainty>(rig, threads, progress);
  const MatrixXd& by_used = uncertainty->influences().corrected;
  MatrixXd all = MatrixXd::Zero(rig.layout.shape_first, static_cast<Eigen::Index>(rig.observations->instants.size()));
  for (std::size_t i = 0; i < rig.instants.size(); ++i) {
    all.col(static_cast<Eigen::Index>(rig.instants[i].index)) =
        by_used.col(static_cast<Eigen::Index>(i)).head(rig.layout.shape_first);
  }
  return {rig_geometry(rig), std::move(all), std::move(uncertainty)};
}

RigError rig_error(const InfluencedRig& rig, const MatrixXd& J) {
  if (!rig.uncertainty) return {};
  const RigErrorBound bound = rig.uncertainty->bound(J);
  RigError error;
  error.total = error.random = std::sqrt(bound.mean);
  error.bound95 = std::sqrt(bound.bound95);
  error.degrees_of_freedom = bound.degrees_of_freedom;
  return error;
}

RigError rig_error(const InfluencedRig& lean, const MatrixXd& J_lean, const InfluencedRig& rich, const MatrixXd& J_rich,
                   const Eigen::VectorXd& difference, RigRicher what) {
  RigError alone = rig_error(lean, J_lean);
  if (what == RigRicher::kNothing) return alone;
  alone.degrees_of_freedom = rich.uncertainty->bound(J_rich).degrees_of_freedom;
  const Eigen::Index instants = rich.influences.cols();
  return with_bias(systematic_error({difference, lean.pulls(J_lean, instants), rich.pulls(J_rich, instants)},
                                    alone.degrees_of_freedom),
                   alone, what);
}

RigError camera_error(const InfluencedRig& lean, const InfluencedRig* rich, RigRicher what, std::size_t camera) {
  RigError error = rig_error(lean, mapping_rows(lean.geometry, camera));
  if (rich != nullptr && what != RigRicher::kNothing) {
    error.degrees_of_freedom = rig_error(*rich, mapping_rows(rich->geometry, camera)).degrees_of_freedom;
    error = with_bias(systematic_error(influenced_camera(lean, camera), influenced_camera(*rich, camera),
                                       error.degrees_of_freedom, lean.geometry.mapping_of(camera)),
                      error, what);
  }
  return in_unit(error, std::numbers::sqrt2);  // both coordinates
}

}  // namespace fiducia

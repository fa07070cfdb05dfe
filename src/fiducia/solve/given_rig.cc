#include "fiducia/solve/given_rig.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/core/statistics.h"

namespace fiducia {
namespace {

/// What one camera saw of the target at an instant.
struct GivenView {
  const Camera* camera;
  Pose camera_from_rig;
  std::vector<Vector3> points;
  std::vector<Corner> corners;
};

struct NormalEquations {
  Matrix6 A = Matrix6::Zero();
  Vector6 b = Vector6::Zero();
  double cost = 0;
};

/// Nothing where a point cannot be projected.
std::optional<NormalEquations> normal_equations(const std::vector<GivenView>& views, const Pose& rig_from_target) {
  NormalEquations sum;
  for (const GivenView& view : views) {
    const Pose camera_from_target = view.camera_from_rig * rig_from_target;
    std::vector<Vector3> in_camera;
    std::vector<Vector2> seen;
    for (const Vector3& point : view.points) {
      in_camera.push_back(camera_from_target * point);
      const std::optional<Vector2> u = view.camera->project(in_camera.back());
      if (!u) return std::nullopt;
      seen.push_back(*u);
    }
    const ProjectionDerivatives derivatives = linearize_points(*view.camera, in_camera);
    const Eigen::Matrix<double, 6, 6> motion = composed_motion(view.camera_from_rig, rig_from_target).rightCols<6>();
    for (std::size_t i = 0; i < in_camera.size(); ++i) {
      // x = R p + t moves by w x (R p) + dt.
      const Vector3 arm = in_camera[i] - camera_from_target.translation;
      Eigen::Matrix<double, 3, 6> by_pose;
      by_pose << 0, arm.z(), -arm.y(), 1, 0, 0, -arm.z(), 0, arm.x(), 0, 1, 0, arm.y(), -arm.x(), 0, 0, 0, 1;
      const Eigen::Matrix<double, 2, 6> J =
          view.corners[i].weight *
          (derivatives.point.middleRows<2>(2 * static_cast<Eigen::Index>(i)) * by_pose * motion);
      const Vector2 r = view.corners[i].weight * (view.corners[i].pixel - seen[i]);
      sum.A += J.transpose() * J;
      sum.b += J.transpose() * r;
      sum.cost += r.squaredNorm();
    }
  }
  return sum;
}

Pose best_pose(const std::vector<GivenView>& views, Pose pose) {
  constexpr int kMostIterations = 100;
  constexpr double kSmallGain = 1e-12;
  auto at = normal_equations(views, pose);
  double damping = 1e-6;
  for (int iteration = 0; at && iteration < kMostIterations; ++iteration) {
    Matrix6 A = at->A;
    A.diagonal() *= 1 + damping;
    const Pose next = pose.moved(A.ldlt().solve(at->b));
    const auto there = normal_equations(views, next);
    if (!there || !(there->cost < at->cost)) {
      damping *= 10;
      if (damping > 1e10) break;
      continue;
    }
    const double gain = at->cost - there->cost;
    pose = next;
    at = there;
    damping = std::max(damping / 10, 1e-12);
    if (gain < kSmallGain * at->cost) break;
  }
  return pose;
}

FitSummary summary_of(std::span<const double> residuals, double parameters) {
  FitSummary fit;
  double squares = 0;
  for (const double r : residuals) squares += r * r;
  const auto count = static_cast<double>(residuals.size());
  fit.n_observations = static_cast<int>(residuals.size());
  fit.n_parameters = static_cast<int>(std::lround(parameters));
  fit.cost = squares;
  fit.rmse = count > 0 ? std::sqrt(squares / count) : 0;
  fit.mad = mad_sigma(residuals);
  fit.s_d = fit.mad / std::sqrt(std::max(1e-9, 1 - parameters / count));
  fit.variance = squares / std::max(1.0, count - parameters);
  return fit;
}

std::vector<GivenView> views_of(const RigCalibration& own, const RigCalibration& given, const InstantFit& instant) {
  std::vector<GivenView> views;
  for (const RigView& seen : instant.views) {
    const RigCameraFit& camera = given.cameras[seen.camera];
    GivenView view{&camera.camera,
                   camera.camera_from_rig,
                   {},
                   own.observations->instants[instant.index].frames[seen.camera]->corners};
    for (const Corner& corner : view.corners) {
      view.points.push_back(target_points(own)[static_cast<std::size_t>(corner.id)]);
    }
    views.push_back(std::move(view));
  }
  return views;
}

/// The pose that one of the cameras has, of which the others bear most; nothing where the given rig cannot have seen
/// the target there.
std::optional<Pose> start_of(const RigCalibration& own, const RigCalibration& given, const InstantFit& instant,
                             const std::vector<GivenView>& views) {
  std::optional<Pose> start;
  double least = std::numeric_limits<double>::infinity();
  for (const RigView& seen : instant.views) {
    const Pose pose = given.cameras[seen.camera].camera_from_rig.inverse() *
                      (own.cameras[seen.camera].camera_from_rig * instant.rig_from_target);
    const auto there = normal_equations(views, pose);
    if (!there || there->cost >= least) continue;
    least = there->cost;
    start = pose;
  }
  return start;
}

void add_instant(const RigCalibration& own, const InstantFit& known, const Pose& rig_from_target,
                 RigCalibration* given) {
  InstantFit instant{known.name, known.index, rig_from_target};
  double squares = 0;
  double count = 0;
  for (const RigView& seen : known.views) {
    const RigCameraFit& camera = given->cameras[seen.camera];
    Residuals& residuals = given->residuals[seen.camera];
    residuals.add_frame(camera.camera, camera.camera_from_rig * rig_from_target,
                        own.observations->instants[known.index].frames[seen.camera]->corners, target_points(own));
    double here = 0;
    const std::span<const double> r = residuals.frame(residuals.frame_count() - 1);
    for (const double one : r) here += one * one;
    instant.views.push_back({seen.camera, std::sqrt(here / static_cast<double>(r.size()))});
    squares += here;
    count += static_cast<double>(r.size());
  }
  instant.rmse = std::sqrt(squares / count);
  given->instants.push_back(std::move(instant));
}

void summarize_given(RigCalibration* given) {
  std::vector<double> pooled;
  for (const Residuals& one : given->residuals) pooled.insert(pooled.end(), one.all().begin(), one.all().end());
  const double parameters = 6.0 * static_cast<double>(given->instants.size());
  given->fit = summary_of(pooled, parameters);
  for (std::size_t c = 0; c < given->cameras.size(); ++c) {
    const std::span<const double> own = given->residuals[c].all();
    const double share = static_cast<double>(own.size()) / std::max(1.0, static_cast<double>(pooled.size()));
    given->cameras[c].fit = summary_of(own, parameters * share);
  }
}

}  // namespace

RigCalibration hold_against(const RigCalibration& own, const std::vector<Camera>& cameras,
                            const std::vector<Pose>& camera_from_rig) {
  require_converged(own, "a comparison");
  RigCalibration given;
  given.observations = own.observations;
  given.left_out = own.left_out;
  given.shifts = own.shifts;
  given.target = own.target;
  given.loss = own.loss;
  std::vector<int> sizes;
  for (std::size_t c = 0; c < cameras.size(); ++c) {
    given.cameras.push_back({own.cameras[c].name, cameras[c], camera_from_rig[c]});
    sizes.push_back(cameras[c].model().size());
  }
  given.layout = RigLayout(std::move(sizes), 0);
  given.residuals.resize(cameras.size());
  for (const InstantFit& instant : own.instants) {
    const std::vector<GivenView> views = views_of(own, given, instant);
    if (const std::optional<Pose> start = start_of(own, given, instant, views)) {
      add_instant(own, instant, best_pose(views, *start), &given);
      continue;
    }
    for (const RigView& seen : instant.views) {
      given.left_out.push_back({own.cameras[seen.camera].name, instant.name, "the given rig cannot have seen it"});
    }
  }
  if (given.instants.empty()) {
    given.status = CalibrationStatus::kNoInitialValues;
    given.message = "the given rig cannot have seen the target at any instant: is it the one that took these images?";
    return given;
  }
  summarize_given(&given);
  given.status = CalibrationStatus::kConverged;
  given.message = "poses of the target for a rig that was given";
  return given;
}

}  // namespace fiducia

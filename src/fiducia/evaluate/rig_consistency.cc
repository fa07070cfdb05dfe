#include "fiducia/evaluate/rig_consistency.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "fiducia/core/distributions.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/rig_mount_change.h"
#include "fiducia/solve/frame_normal.h"
#include "fiducia/solve/refine_pose.h"

namespace fiducia {
namespace {

/// A misfit that is no chance.
constexpr double kSignificant = 0.01;
/// A misfit over the noise, from which on it is the rig's and not what lens models and boards leave.
constexpr double kLargeMisfit = 1;
/// An instant stands out when its deviation is so many times the median one.
constexpr double kStandsOut = 4;
/// A wrong instant pulls the rig, and others then stand out beside it: those with less than this part of the largest
/// deviation are not named.
constexpr double kBesideLargest = 1.0 / 3;
/// Up to this part of the instants they are the exception.
constexpr double kFewPart = 0.25;
/// A step explains at least this part of the deviations.
constexpr double kStepShare = 0.3;

/// A view with a pose of its own.
struct OwnView {
  std::size_t camera = 0;
  Pose camera_from_target;
  double joint = 0;  // sums of squares: with the rig's pose, with its own
  double own = 0;
  double coordinates = 0;
  Matrix6 covariance = Matrix6::Identity();  // of its own pose, for a noise of 1 px
};

/// For a noise of 1 px.
Matrix6 pose_covariance(const Camera& camera, const Pose& pose, const CornerArrays& corners) {
  const FrameNormal builder(camera.model(), {});
  Eigen::MatrixXd normal(builder.size(), builder.size());
  double cost = 0;
  if (!builder.build(camera.parameters().data(), pose, corners, Loss::none(), normal.data(), &cost)) {
    return Matrix6::Identity();
  }
  const Eigen::LLT<Matrix6> llt(Matrix6(normal.topLeftCorner<6, 6>()));
  return llt.info() == Eigen::Success ? Matrix6(llt.solve(Matrix6::Identity())) : Matrix6(Matrix6::Identity());
}

struct OwnInstant {
  std::size_t index = 0;  // in RigCalibration::instants
  std::vector<OwnView> views;
};

std::vector<OwnInstant> own_poses(const RigCalibration& rig, int threads, const Progress& progress) {
  std::vector<OwnInstant> instants;
  std::vector<std::size_t> next(rig.cameras.size());  // of each camera's residuals
  std::vector<std::vector<std::size_t>> frames;
  for (std::size_t i = 0; i < rig.instants.size(); ++i) {
    OwnInstant instant{i, {}};
    std::vector<std::size_t> where;
    for (const RigView& view : rig.instants[i].views) {
      instant.views.push_back({view.camera, {}, 0, 0, 0});
      where.push_back(next[view.camera]++);
    }
    if (instant.views.size() < 2) continue;
    instants.push_back(std::move(instant));
    frames.push_back(std::move(where));
  }
  std::vector<Calibration> views;
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) views.push_back(camera_view(rig, c));
  SharedProgress shared(progress);
  parallel_for(instants.size(), threads, [&](std::size_t k) {
    shared.require_go_on();
    for (std::size_t v = 0; v < instants[k].views.size(); ++v) {
      OwnView& view = instants[k].views[v];
      const Calibration& calibration = views[view.camera];
      const FrameFit& frame = calibration.frames[frames[k][v]];
      const CornerArrays corners(corners_of(calibration, frame), target_points(calibration));
      const Camera& camera = *calibration.camera;
      const PoseFit fit = refine_pose(camera.model(), camera.parameters().data(), corners, frame.camera_from_target);
      for (const double r : rig.residuals[view.camera].frame(frames[k][v])) view.joint += r * r;
      view.coordinates = 2.0 * corners.corner_count();
      view.camera_from_target = fit.computable ? fit.pose : frame.camera_from_target;
      view.covariance = pose_covariance(camera, view.camera_from_target, corners);
      view.own = fit.computable ? std::min(fit.cost, view.joint) : view.joint;
    }
  });
  return instants;
}

/// How the pose from camera a to camera b, as single instants show it, differs from the rig's: turn, then shift.
std::optional<MovedMount> find_moved_mount(const RigCalibration& rig, const std::vector<OwnInstant>& instants,
                                           std::uint64_t seed) {
  std::optional<MovedMount> best;
  for (std::size_t a = 0; a < rig.cameras.size(); ++a) {
    for (std::size_t b = a + 1; b < rig.cameras.size(); ++b) {
      const Pose nominal = rig.cameras[b].camera_from_rig * rig.cameras[a].camera_from_rig.inverse();
      std::vector<Vector6> sequence;
      std::vector<Matrix6> covariances;
      std::vector<std::size_t> where;
      for (const OwnInstant& instant : instants) {
        const OwnView* of_a = nullptr;
        const OwnView* of_b = nullptr;
        for (const OwnView& view : instant.views) {
          if (view.camera == a) of_a = &view;
          if (view.camera == b) of_b = &view;
        }
        if (of_a == nullptr || of_b == nullptr) continue;
        const Pose seen = of_b->camera_from_target * of_a->camera_from_target.inverse();
        Vector6 difference;
        difference << rotation_log(seen.rotation * nominal.rotation.transpose()),
            seen.translation - nominal.translation;
        sequence.push_back(difference);
        covariances.push_back(relative_covariance(of_a->camera_from_target, of_a->covariance, seen, of_b->covariance));
        where.push_back(instant.index);
      }
      const auto step = find_step(sequence, seed);
      if (!step || step->p_value > kSignificant || step->share < kStepShare) continue;
      if (best && best->share >= step->share) continue;
      const Vector6 change = weighted_change(sequence, covariances, step->first_after);
      best = MovedMount{b,
                        a,
                        rig.instants[where[step->first_after]].name,
                        change.tail<3>().norm(),
                        change.head<3>().norm() * 180 / std::numbers::pi,
                        step->p_value,
                        step->share};
    }
  }
  return best;
}

RigFinding finding_of(const RigCalibration& rig, const RigConsistency& result) {
  if (!rig.shifts.empty()) return RigFinding::kShiftedFrames;
  if (result.p_value > kSignificant) return RigFinding::kOneRig;
  const auto apart = static_cast<double>(result.deviating().size());
  const bool few = apart > 0 && apart <= kFewPart * static_cast<double>(result.instants.size());
  if (result.misfit_px < kLargeMisfit * result.noise_px) {
    return few ? RigFinding::kFewInstants : RigFinding::kSmallMisfit;
  }
  return few ? RigFinding::kFewInstants : RigFinding::kManyInstants;
}

}  // namespace

std::string_view to_string(RigFinding finding) {
  switch (finding) {
    case RigFinding::kOneRig: return "one_rig";
    case RigFinding::kSmallMisfit: return "small_misfit";
    case RigFinding::kShiftedFrames: return "shifted_frames";
    case RigFinding::kMovedMount: return "moved_mount";
    case RigFinding::kFewInstants: return "few_instants";
    case RigFinding::kManyInstants: return "many_instants";
  }
  return "";
}

std::vector<std::string> RigConsistency::deviating() const {
  std::vector<InstantDeviation> apart;
  std::copy_if(instants.begin(), instants.end(), std::back_inserter(apart),
               [](const InstantDeviation& instant) { return instant.deviates; });
  std::stable_sort(apart.begin(), apart.end(),
                   [](const InstantDeviation& a, const InstantDeviation& b) { return a.px > b.px; });
  std::vector<std::string> names;
  for (const InstantDeviation& instant : apart) names.push_back(instant.name);
  return names;
}

RigConsistency rig_consistency(const RigCalibration& rig, const RigConsistencyOptions& options) {
  require_converged(rig, "a test of the rig");
  RigConsistency result;
  const std::vector<OwnInstant> instants = own_poses(rig, options.threads, options.progress);
  double joint = 0;
  double own = 0;
  double coordinates = 0;
  double views = 0;
  std::vector<double> per_freedom;  // of each instant, px^2
  for (const OwnInstant& instant : instants) {
    double more = 0;
    double here = 0;
    for (const OwnView& view : instant.views) {
      joint += view.joint;
      own += view.own;
      here += view.coordinates;
      more += view.joint - view.own;
    }
    coordinates += here;
    views += static_cast<double>(instant.views.size());
    per_freedom.push_back(std::max(0.0, more) / (6 * (static_cast<double>(instant.views.size()) - 1)));
    result.instants.push_back({rig.instants[instant.index].name, std::sqrt(std::max(0.0, more) / here)});
  }
  const auto count = static_cast<double>(instants.size());
  const double between = 6 * (views - count) - 6 * (static_cast<double>(rig.cameras.size()) - 1);
  const double within = coordinates - 6 * views;
  if (!(between > 0) || !(within > 0) || !(own > 0)) return result;
  const double variance = own / within;
  result.noise_px = std::sqrt(variance);
  result.misfit_px = std::sqrt(std::max(0.0, (joint - own - between * variance) / coordinates));
  result.f_statistic = (joint - own) / between / variance;
  result.p_value = boost::math::cdf(boost::math::complement(FisherF(between, within), result.f_statistic));
  const double usual = median(per_freedom);
  // That of all instants the largest is so large by chance, is improbable.
  const double chance = boost::math::quantile(boost::math::complement(FisherF(6, within), kSignificant / count));
  const double largest = *std::max_element(per_freedom.begin(), per_freedom.end());
  for (std::size_t k = 0; k < per_freedom.size(); ++k) {
    result.instants[k].deviates = per_freedom[k] > kStandsOut * kStandsOut * usual &&
                                  per_freedom[k] > chance * variance &&
                                  per_freedom[k] > kBesideLargest * kBesideLargest * largest;
  }
  result.finding = finding_of(rig, result);
  const bool large = result.finding == RigFinding::kManyInstants || result.finding == RigFinding::kFewInstants ||
                     result.finding == RigFinding::kSmallMisfit;
  if (!large) return result;
  result.moved_mount = find_moved_mount(rig, instants, options.seed);
  if (result.moved_mount && result.misfit_px > kLargeMisfit * result.noise_px) {
    result.finding = RigFinding::kMovedMount;
  } else {
    result.moved_mount.reset();
  }
  return result;
}

}  // namespace fiducia

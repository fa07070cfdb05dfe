#include "fiducia/solve/rig_summary.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <optional>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"
#include "fiducia/solve/diagnosis.h"
#include "fiducia/solve/inverse_information.h"
#include "fiducia/solve/spline_support.h"

namespace fiducia {
namespace {

/// Sums over residuals.
struct ResidualSums {
  double squares = 0;
  double weighted = 0;  // by rho'
  double count = 0;

  void add(std::span<const double> r, const Loss& loss) {
    for (std::size_t i = 0; i < r.size(); i += 2) {
      const double square = r[i] * r[i] + r[i + 1] * r[i + 1];
      squares += square;
      weighted += loss.weight(square) * square;
    }
    count += static_cast<double>(r.size());
  }
  [[nodiscard]] double rmse() const { return count > 0 ? std::sqrt(squares / count) : 0; }
};

FitSummary summary(const ResidualSums& sums, double mad, double parameters) {
  FitSummary fit;
  fit.rmse = sums.rmse();
  fit.mad = mad;
  fit.n_observations = static_cast<int>(std::lround(sums.count));
  fit.n_parameters = static_cast<int>(std::lround(parameters));
  fit.s_d = mad / std::sqrt(std::max(1e-9, 1 - parameters / sums.count));
  fit.variance = sums.weighted / std::max(1.0, sums.count - parameters);
  fit.at_minimum = true;
  return fit;
}

/// Of a splined lens only those count that the views determine, and only there it has rays.
double settle_splines(const RigFit& fit, RigCalibration* rig) {
  const bool any = std::any_of(rig->cameras.begin(), rig->cameras.end(),
                               [](const RigCameraFit& one) { return as_spline(one.camera.model()) != nullptr; });
  if (!any) return fit.problem().degrees_of_freedom();
  const std::vector<double> weights(rig->information.frames.size(), 1.0);
  const std::optional<InverseInformation> inverse = InverseInformation::of(rig->information, weights);
  if (!inverse) return fit.problem().degrees_of_freedom();
  const Prior& prior = rig->information.prior;
  const Eigen::MatrixXd covariance = inverse->block(0, inverse->size());
  double count = static_cast<double>(rig->information.size()) - held_by_prior(prior, *inverse);
  for (std::size_t c = 0; c < rig->cameras.size(); ++c) {
    RigCameraFit& own = rig->cameras[c];
    count -= own.effects.layout.common_size();  // which are counted with the effects
    const SplineModel* spline = as_spline(own.camera.model());
    if (spline == nullptr) continue;
    own.camera = Camera(spline->with_determined(determined_cells(*spline, prior, covariance, rig->layout.first[c])),
                        own.camera.parameters(), own.camera.image_size());
  }
  return count;
}

void add_residuals(const RigViews& views, const RigFit& fit, const FrameSolution& solution, double global_parameters,
                   RigCalibration* rig) {
  rig->residuals.resize(rig->cameras.size());
  std::vector<ResidualSums> per_camera(rig->cameras.size());
  ResidualSums all;
  std::vector<double> pooled;
  for (std::size_t i = 0; i < views.instants.size(); ++i) {
    InstantFit instant{rig->observations->instants[views.instants[i]].name, views.instants[i],
                       solution.states[i].camera_from_target};
    ResidualSums here;
    for (std::size_t c = 0; c < rig->cameras.size(); ++c) {
      if (views.frame_of_instant[c][i] < 0) continue;
      RigCameraFit& camera = rig->cameras[c];
      const std::vector<Corner> corners = fit.corners(solution, c, i);
      rig->residuals[c].add_frame(camera.camera, camera.camera_from_rig * instant.rig_from_target, corners,
                                  target_points(*rig));
      if (!camera.effects.empty()) camera.effects.undisturbed.push_back(corners);
      const std::span<const double> r = rig->residuals[c].frame(rig->residuals[c].frame_count() - 1);
      ResidualSums one;
      one.add(r, rig->loss);
      instant.views.push_back({c, one.rmse()});
      here.add(r, rig->loss);
      per_camera[c].add(r, rig->loss);
      all.add(r, rig->loss);
      pooled.insert(pooled.end(), r.begin(), r.end());
    }
    instant.rmse = here.rmse();
    rig->instants.push_back(std::move(instant));
  }
  double parameters = global_parameters + static_cast<double>(kPoseSize * views.instants.size());
  for (const RigCameraFit& camera : rig->cameras) parameters += camera.effects.freedom;
  const int iterations = rig->fit.iterations;
  const double cost = rig->fit.cost;
  rig->fit = summary(all, mad_sigma(pooled), parameters);
  rig->fit.iterations = iterations;
  rig->fit.cost = cost;
  for (std::size_t c = 0; c < rig->cameras.size(); ++c) {
    rig->cameras[c].fit =
        summary(per_camera[c], mad_sigma(rig->residuals[c].all()), parameters * per_camera[c].count / all.count);
  }
}

/// What the cameras share counts once: each has the part of it that its views are of all.
void share_effects(const SharedEffects& shared, const LoneCamera& lone, const RigViews& views, std::size_t camera,
                   EffectFit* effects) {
  const Eigen::Index count = shared.size();
  if (count == 0) return;
  const double part = static_cast<double>(views.frames[camera].size()) / static_cast<double>(views.all_frames().size());
  effects->freedom -= lone.effects.determined.head(count).sum() * static_cast<double>(lone.used_instants.size());
  effects->freedom = std::max(0.0, effects->freedom) + part * shared.freedom;
  effects->width.head(count) = shared.width;
  effects->stiffness.head(count) = shared.stiffness;
  effects->determined.head(count) = shared.determined;
}

/// The camera that has most part in the direction that is determined worst.
std::size_t most_open_camera(const RigCalibration& rig, const Eigen::MatrixXd& information) {
  const Eigen::VectorXd scale = information.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(scale.asDiagonal() * information * scale.asDiagonal());
  const Eigen::VectorXd worst = eigen.eigenvectors().col(0);
  std::size_t camera = 0;
  double most = 0;
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    double part = worst.segment(rig.layout.first[c], rig.layout.size[c]).squaredNorm();
    if (c > 0) part += worst.segment<6>(rig.layout.pose_of(c)).squaredNorm();
    if (part <= most) continue;
    most = part;
    camera = c;
  }
  return camera;
}

/// Why the data do not determine the rig; empty where they do.
std::string open_part(const RigCalibration& rig, SolverStatus status, std::vector<std::string>* warnings) {
  const std::vector<double> weights(rig.information.frames.size(), 1.0);
  const std::optional<InverseInformation> inverse = InverseInformation::of(rig.information, weights);
  if (!inverse || status == SolverStatus::kSingular) {
    const std::size_t camera = most_open_camera(rig, rig.information.matrix(weights));
    return "the views leave open what camera '" + rig.cameras[camera].name +
           "' is like and where it stands: take more views that show the board to it, tilted in different directions, "
           "and to the others at once";
  }
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    const Calibration view = camera_view(rig, c);
    const int size = view.model->size();
    const Eigen::MatrixXd own =
        inverse->block(rig.layout.first[c], size).llt().solve(Eigen::MatrixXd::Identity(size, size));
    Diagnosis diagnosis = diagnose(view, own, rig.fit.variance);
    if (!diagnosis.open.empty()) return "camera '" + rig.cameras[c].name + "': " + diagnosis.open;
    for (const std::string& warning : diagnosis.warnings) {
      warnings->push_back("camera '" + rig.cameras[c].name + "': " + warning);
    }
  }
  return {};
}

}  // namespace

RigCalibration summarize_rig(std::shared_ptr<const RigObservations> observations,
                             const std::vector<std::shared_ptr<const Model>>& models,
                             const RigCalibrateOptions& options, const std::vector<LoneCamera>& lone,
                             const RigViews& views, const RigFit& fit, FrameSolution solution) {
  RigCalibration rig;
  rig.observations = std::move(observations);
  rig.loss = options.loss;
  rig.layout = fit.problem().layout();
  rig.g = solution.g;
  rig.fit.iterations = solution.iterations;
  rig.fit.cost = solution.cost;
  rig.target.basis = fit.basis();
  if (fit.basis().size() > 0) rig.target.points = fit.basis().points(solution.g.tail(fit.basis().size()));
  for (std::size_t c = 0; c < models.size(); ++c) {
    const double* theta = solution.g.data() + rig.layout.first[c];
    const RigCamera& seen = rig.observations->cameras[c];
    RigCameraFit camera{seen.name, Camera(models[c], std::vector(theta, theta + models[c]->size()), seen.image_size),
                        rig.layout.camera_from_rig(solution.g, c)};
    if (!options.effects.empty()) {
      camera.effects = lone[c].effects;
      share_effects(fit.shared(), lone[c], views, c, &camera.effects);
      camera.effects.common = solution.g.segment(rig.layout.first[c] + models[c]->size(), camera.effects.common.size());
      camera.effects.undisturbed.clear();
      camera.effects.frames.clear();
      for (std::size_t i = 0; i < views.instants.size(); ++i) {
        if (views.frame_of_instant[c][i] < 0) continue;
        camera.effects.frames.push_back(
            fit.problem().camera_state(solution.g, solution.states[i], static_cast<int>(i), c).effects);
      }
    }
    rig.cameras.push_back(std::move(camera));
  }
  rig.information = std::move(solution.information);
  add_residuals(views, fit, solution, settle_splines(fit, &rig), &rig);
  rig.status = CalibrationStatus::kConverged;
  rig.message = "converged";
  if (std::string open = open_part(rig, solution.status, &rig.warnings); !open.empty()) {
    rig.status = CalibrationStatus::kDegenerate;
    rig.message = std::move(open);
  } else if (solution.status != SolverStatus::kConverged) {
    rig.status = CalibrationStatus::kIterationLimit;
    rig.message = "no minimum was reached in " + std::to_string(solution.iterations) +
                  " iterations: the cameras' views contradict each other; do the frames of an instant belong together, "
                  "and is the target what it is said to be?";
  }
  return rig;
}

Calibration camera_view(const RigCalibration& rig, std::size_t camera) {
  const RigCameraFit& own = rig.cameras[camera];
  Calibration view;
  view.status = CalibrationStatus::kConverged;
  view.message = "a camera of a rig";
  view.model = own.camera.shared_model();
  auto observations = std::make_shared<Observations>();
  observations->image_size = own.camera.image_size();
  observations->target = rig.observations->target;
  observations->image_circle = rig.observations->cameras[camera].image_circle;
  view.camera = own.camera;
  view.target = rig.target;
  view.effects = own.effects;
  view.residuals = rig.residuals[camera];
  view.fit = own.fit;
  view.loss = rig.loss;
  for (const InstantFit& instant : rig.instants) {
    for (const RigView& seen : instant.views) {
      if (seen.camera != camera) continue;
      const std::size_t index = observations->frames.size();
      observations->frames.push_back(*rig.observations->instants[instant.index].frames[camera]);
      observations->frames.back().name = instant.name;
      view.frames.push_back({instant.name, index, own.camera_from_rig * instant.rig_from_target, seen.rmse, 1});
    }
  }
  view.observations = std::move(observations);
  return view;
}

void require_converged(const RigCalibration& rig, const std::string& what) {
  if (rig.converged()) return;
  throw Error(ErrorCode::kNotConverged, what + " needs a calibration that succeeded; this one: " + rig.message);
}

const std::vector<Vector3>& target_points(const RigCalibration& rig) {
  return rig.target.points.empty() ? rig.observations->target.points : rig.target.points;
}

}  // namespace fiducia

#include "fiducia/evaluate/rig_explanation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/explanation.h"
#include "fiducia/evaluate/rig_pair.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// That a bias is no chance, where lenses differ; the better fit speaks for the richer one already.
constexpr double kConfidenceOfRigBias = 0.9;
/// Of the image, that another lens may cost.
constexpr double kRaysLostAtMost = 0.01;

/// Everything that is compared, one below the other.
class StackedResults {
 public:
  void add(const ComparedResults& part, double weight) {
    parts_.push_back(part);
    for (auto* rows : {&parts_.back().lean, &parts_.back().rich}) *rows *= weight;
    parts_.back().difference *= weight;
  }

  [[nodiscard]] ComparedResults all() const {
    Index rows = 0;
    for (const ComparedResults& part : parts_) rows += part.difference.size();
    const Index instants = parts_.front().rich.cols();
    ComparedResults result{Eigen::VectorXd(rows), MatrixXd(rows, instants), MatrixXd(rows, instants)};
    Index next = 0;
    for (const ComparedResults& part : parts_) {
      const Index count = part.difference.size();
      result.difference.segment(next, count) = part.difference;
      result.lean.middleRows(next, count) = part.lean;
      result.rich.middleRows(next, count) = part.rich;
      next += count;
    }
    return result;
  }

 private:
  std::vector<ComparedResults> parts_;
};

ComparedResults compared(const RigExplanation& lean, const RigExplanation& rich) {
  const std::size_t cameras = lean.spread.geometry.cameras.size();
  StackedResults stack;
  for (std::size_t c = 0; c < cameras; ++c) {
    stack.add(compare_cameras(influenced_camera(lean.spread, c), influenced_camera(rich.spread, c),
                              lean.spread.geometry.mapping_of(c)),
              std::sqrt(2 / static_cast<double>(cameras)));
  }
  const std::vector<double> distances = usual_distances(*rich.calibration);
  const double pairs = static_cast<double>(cameras * (cameras - 1)) / 2;
  for (std::size_t a = 0; a < cameras; ++a) {
    for (std::size_t b = a + 1; b < cameras; ++b) {
      const std::optional<ComparedResults> rows = compare_rows(lean.spread, rich.spread, a, b, distances);
      if (rows) stack.add(*rows, 1 / std::sqrt(pairs));
    }
  }
  return stack.all();
}

/// cr2 of all cameras' mappings over what noise alone would make of them.
double disagreement_in(const InfluencedRig& rig, const RigCalibration& calibration) {
  double by_instants = 0;
  double by_noise = 0;
  for (std::size_t c = 0; c < rig.geometry.cameras.size(); ++c) {
    const MatrixXd J = mapping_rows(rig.geometry, c);
    by_instants += rig.pulls(J, rig.influences.cols()).squaredNorm();
    const MatrixXd inverse = rig.uncertainty->influences().inverse.block(0, J.cols());
    by_noise += calibration.fit.variance * (J * inverse).cwiseProduct(J).sum();
  }
  return by_noise > 0 ? std::max(1.0, by_instants / by_noise) : 1;
}

}  // namespace

RigParts RigExplanation::parts() const {
  RigParts parts;
  for (const RigCameraFit& camera : calibration->cameras) parts.models.push_back(camera.camera.shared_model());
  parts.shape = calibration->target.basis.shape();
  parts.effects = calibration->cameras.front().effects.layout.effects();
  return parts;
}

RigExplanationPtr rig_explanation_of(RigCalibration calibration, int threads, const Progress& progress) {
  if (!calibration.converged()) return nullptr;
  RigExplanation result;
  result.calibration = std::make_shared<const RigCalibration>(std::move(calibration));
  try {
    result.spread = influenced_rig(*result.calibration, threads, progress);
    result.disagreement = disagreement_in(result.spread, *result.calibration);
    const RigGeometry& geometry = result.spread.geometry;
    for (std::size_t c = 0; c < geometry.cameras.size(); ++c) {
      result.without_ray = std::max(result.without_ray, share_without_ray(geometry.cameras[c], geometry.mapping_of(c)));
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return nullptr;
  }
  return std::make_shared<const RigExplanation>(std::move(result));
}

RigRicher richer_by(const RigExplanation& lean, const RigExplanation& rich) {
  if (&lean == &rich) return RigRicher::kNothing;
  const RigParts a = lean.parts();
  const RigParts b = rich.parts();
  const auto same = [](const auto& one, const auto& other) { return same_model(*one, *other); };
  const auto common = [](const RigExplanation& one) {
    return one.calibration->cameras.front().effects.layout.common_size();
  };
  const bool frames_only = std::equal(a.models.begin(), a.models.end(), b.models.begin(), b.models.end(), same) &&
                           a.shape == b.shape && common(lean) == common(rich) &&
                           lean.calibration->instants.size() == rich.calibration->instants.size();
  return frames_only ? RigRicher::kFrames : RigRicher::kCommon;
}

RigChoice choose_rig_explanation(const RigExplanation& lean, const RigExplanation& rich) {
  RigChoice choice;
  const FitSummary& fit = lean.calibration->fit;
  const FitSummary& other = rich.calibration->fit;
  choice.evidence = fit_evidence(fit, other.cost, other.n_parameters - fit.n_parameters, rich.disagreement);
  if (choice.evidence <= 0) return choice;
  try {
    choice.error = systematic_error(compared(lean, rich), 1, WithBound::kNo);
  } catch (const Error& error) {  // cameras that cannot be compared
    if (error.code() == ErrorCode::kCancelled) throw;
    return choice;
  }
  const RigParts a = lean.parts();
  const RigParts b = rich.parts();
  const auto same = [](const auto& one, const auto& more) { return same_model(*one, *more); };
  const bool same_lenses = std::equal(a.models.begin(), a.models.end(), b.models.begin(), same);
  const double shown = same_lenses || choice.error.bias_confidence > kConfidenceOfRigBias ? choice.error.bias : 0;
  const bool loses_rays = !same_lenses && rich.without_ray > lean.without_ray + kRaysLostAtMost;
  choice.rich = !loses_rays && choice.error.rich_random < choice.error.lean_random + shown;
  return choice;
}

}  // namespace fiducia

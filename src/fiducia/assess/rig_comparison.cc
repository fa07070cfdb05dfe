#include "fiducia/assess/rig_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/explanation.h"
#include "fiducia/evaluate/model_weights.h"

namespace fiducia {
namespace {

constexpr double kNeverTold = std::numeric_limits<double>::infinity();
/// A weight from which a rig cannot be excluded.
constexpr double kStillPossible = 0.05;

/// Whether the instants can tell how certain so many intrinsics are, as select_model() asks it of frames.
bool instants_can_tell(const RigCalibration& rig) {
  constexpr int kUsual = 8;  // as many as a camera with radial and tangential distortion has
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    const Calibration view = camera_view(rig, c);
    if (!frames_can_tell(view, view.model->size() <= kUsual ? 2 : 1)) return false;
  }
  return true;
}

std::size_t view_count(const RigCalibration& rig) {
  std::size_t views = 0;
  for (const InstantFit& instant : rig.instants) views += instant.views.size();
  return views;
}

/// EME of a camera by cr2, or by noise alone where that is more; px^2 per coordinate.
double squared_random_error(const RigExplanation& rig, std::size_t camera) {
  const Eigen::MatrixXd J = mapping_rows(rig.spread.geometry, camera);
  const double by_instants = rig.spread.pulls(J, rig.spread.influences.cols()).squaredNorm();
  const Eigen::MatrixXd inverse = rig.spread.uncertainty->influences().inverse.block(0, J.cols());
  return std::max(by_instants, rig.calibration->fit.variance * (J * inverse).cwiseProduct(J).sum());
}

/// px^2; two rigs that cannot be compared are far apart.
double bias_of_camera(const RigExplanation& lean, const RigExplanation& rich, std::size_t camera) {
  constexpr double kNothingInCommon = 1e3;
  try {
    return systematic_error(influenced_camera(lean.spread, camera), influenced_camera(rich.spread, camera), 1,
                            lean.spread.geometry.mapping_of(camera), WithBound::kNo)
        .bias;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return kNothingInCommon;
  }
}

void take_larger_bounds(const RigPair& seen, RigPair* pair) {
  const auto take = [](const RigError& from, RigError* to) { to->bound95 = std::max(to->bound95, from.bound95); };
  take(seen.baseline, &pair->baseline);
  take(seen.angle, &pair->angle);
  if (seen.row_points > 0) take(seen.rows, &pair->rows);
  for (std::size_t i = 0; i < pair->triangulation.size(); ++i) {
    TriangulationError& to = pair->triangulation[i];
    if (seen.triangulation[i].points == 0) continue;
    take(seen.triangulation[i].calibration, &to.calibration);
    to.bound95_mm = std::max(to.bound95_mm, seen.triangulation[i].bound95_mm);
  }
}

/// The table and how its rows are held against each other.
class RigComparison {
 public:
  RigComparison(std::vector<TriedRig> tried, const RigAssessment& own, const RigSelectOptions& options)
      : tried_(std::move(tried)), options_(options) {
    for (const TriedRig& one : tried_) {
      if (!one.explanation) continue;
      if (pair_options_.distances_m.empty()) {
        const RigCalibration& first = own.calibration.converged() ? own.calibration : *one.explanation->calibration;
        pair_options_.distances_m = options.distances_m.empty() ? usual_distances(first) : options.distances_m;
      }
      if (noise_rmse_ == 0 || one.explanation->calibration->fit.rmse < noise_rmse_) {
        noise_rmse_ = one.explanation->calibration->fit.rmse;
        likely_noise_ = noise_of_corners(*one.explanation->calibration);
      }
    }
    pair_options_.noise_px = likely_noise_;
  }

  RigSelection run() {
    leave_out_fewer_views();
    weigh();
    for (std::size_t i = 0; i < tried_.size(); ++i) {
      require_go_on(options_.progress);
      if (tried_[i].explanation) describe(i);
    }
    RigSelection selection;
    selection.disagreement = disagreement_;
    selection.recommended = recommended();
    for (TriedRig& one : tried_) selection.entries.push_back(std::move(one.entry));
    return selection;
  }

 private:
  /// Of the rig that fits best: what the noise of a corner is does not depend on the row.
  [[nodiscard]] std::vector<double> noise_of_corners(const RigCalibration& rig) const {
    std::vector<double> noise;
    for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
      const auto bias = bias_in_rig(rig, c, own_choice_options(options_), WithIntervals::kNo);
      noise.push_back(bias ? bias->headline().sigma_d_px : rig.cameras[c].fit.s_d);
    }
    return noise;
  }

  /// Only rigs that explain the same views can be compared by how well they fit.
  void leave_out_fewer_views() {
    std::size_t most = 0;
    for (const TriedRig& one : tried_) {
      if (one.explanation) most = std::max(most, view_count(*one.explanation->calibration));
    }
    for (TriedRig& one : tried_) {
      if (!one.explanation || view_count(*one.explanation->calibration) == most) continue;
      one.entry.problem =
          "explains " + std::to_string(view_count(*one.explanation->calibration)) + " views of " + std::to_string(most);
      one.explanation.reset();
    }
  }

  void weigh() {
    constexpr double kFitsAsWell = 1.1;
    double least = kNeverTold;
    for (const TriedRig& one : tried_) {
      if (one.explanation) least = std::min(least, one.explanation->calibration->fit.rmse);
    }
    std::vector<double> ratios;
    std::vector<std::optional<ModelFit>> in_question;
    double least_deviance = kNeverTold;
    for (const TriedRig& one : tried_) {
      fits_.emplace_back();
      in_question.emplace_back();
      if (!one.explanation) continue;
      const RigCalibration& rig = *one.explanation->calibration;
      if (rig.fit.rmse <= kFitsAsWell * least) ratios.push_back(one.explanation->disagreement);
      fits_.back() = {static_cast<double>(rig.fit.n_observations), rig.fit.cost, rig.fit.n_parameters};
      least_deviance = std::min(least_deviance, deviance_of(*fits_.back()));
      if (instants_can_tell(rig)) in_question.back() = fits_.back();
    }
    disagreement_ = disagreement_of_models(std::move(ratios));
    weights_ = model_weights(in_question, disagreement_);
    doubts_ = doubt_weights(in_question, disagreement_);
    for (std::size_t i = 0; i < tried_.size(); ++i) {
      carried_.push_back(in_question[i].has_value());
      if (!fits_[i]) continue;
      tried_[i].entry.bic = deviance_of(*fits_[i]) - least_deviance;
      tried_[i].entry.weight = in_question[i] ? weights_[i] : 0;
    }
  }

  /// Calls `see` for every other rig with its weight.
  template <class See>
  void from_others(std::size_t i, const std::vector<double>& weights, double least_weight, const See& see) const {
    for (std::size_t j = 0; j < tried_.size(); ++j) {
      if (j != i && carried_[j] && weights[j] > least_weight) see(*tried_[j].explanation, weights[j]);
    }
  }

  /// What the table shows of a row.
  void describe(std::size_t i) {
    constexpr double kNoWeight = 1e-6;
    RigSelectEntry& entry = tried_[i].entry;
    const RigExplanation& rig = *tried_[i].explanation;
    const std::size_t cameras = rig.calibration->cameras.size();
    for (std::size_t c = 0; c < cameras; ++c) {
      const auto bias = bias_in_rig(*rig.calibration, c, own_choice_options(options_), WithIntervals::kNo);
      if (bias && bias->headline().ratio > entry.bias_ratio) {
        entry.bias_ratio = bias->headline().ratio;
        entry.eps_px = bias->headline().eps_px;
      }
      const double without_ray = share_without_ray(*rig.calibration, c);
      entry.without_ray = std::max(entry.without_ray, without_ray);
      double square = squared_random_error(rig, c) + kPriceOfLostRay * std::max(0.0, without_ray - never_a_ray(c));
      from_others(i, weights_, kNoWeight, [&](const RigExplanation& other, double weight) {
        square += weight * bias_of_camera(rig, other, c);
      });
      RigSelectFigure figure{{c}, std::sqrt(2 * square)};
      figure.bound95_px = camera_error(rig.spread, nullptr, RigRicher::kNothing, c).bound95;
      from_others(i, doubts_, kStillPossible, [&](const RigExplanation& other, double /*weight*/) {
        figure.bound95_px = std::max(figure.bound95_px, bound_seen_from(other, rig, c));
      });
      entry.figures.push_back(std::move(figure));
    }
    for (std::size_t a = 0; a < cameras; ++a) {
      for (std::size_t b = a + 1; b < cameras; ++b) describe_pair(i, a, b, kNoWeight);
    }
    for (RigSelectFigure& figure : entry.figures) {
      figure.bound95_px = std::max(figure.bound95_px, figure.total_px);
      if (!carried_[i]) figure.total_px = kNeverTold;
    }
    const auto less = [](const auto& one, const auto& other) { return one.total_px < other.total_px; };
    entry.weakest = static_cast<std::size_t>(std::max_element(entry.figures.begin(), entry.figures.end(), less) -
                                             entry.figures.begin());
  }

  void describe_pair(std::size_t i, std::size_t a, std::size_t b, double least_weight) {
    RigSelectEntry& entry = tried_[i].entry;
    const RigExplanation& rig = *tried_[i].explanation;
    RigPair pair = evaluate_pair(rig.spread, a, b, pair_options_);
    pair.common_instants = common_instants(*rig.calibration, a, b);
    from_others(i, doubts_, kStillPossible, [&](const RigExplanation& other, double /*weight*/) {
      take_larger_bounds(evaluate_pair(rig.spread, other.spread, RigRicher::kCommon, a, b, pair_options_), &pair);
    });
    double square = pair.rows.total * pair.rows.total;
    from_others(i, weights_, least_weight, [&](const RigExplanation& other, double weight) {
      const auto rows = compare_rows(rig.spread, other.spread, a, b, pair_options_.distances_m);
      if (rows) square += weight * systematic_error(*rows, 1, WithBound::kNo).bias;
    });
    add_matched_rows(*rig.calibration, pair_options_.noise_px, &pair);
    if (pair.row_points > 0) {
      entry.figures.push_back({{a, b}, std::max(std::sqrt(square), pair.rows.total), pair.rows.bound95});
    }
    entry.pairs.push_back(std::move(pair));
  }

  static double bound_seen_from(const RigExplanation& other, const RigExplanation& rig, std::size_t camera) {
    try {
      return camera_error(rig.spread, &other.spread, RigRicher::kCommon, camera).bound95;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::kCancelled) throw;
      return 0;
    }
  }

  /// The share of a camera's image where none of the rigs has a ray: nobody is worse for it.
  [[nodiscard]] double never_a_ray(std::size_t camera) const {
    double least = 1;
    for (const TriedRig& one : tried_) {
      if (one.explanation) least = std::min(least, share_without_ray(*one.explanation->calibration, camera));
    }
    return least;
  }

  [[nodiscard]] std::optional<std::size_t> recommended() const {
    std::vector<double> totals;
    for (const TriedRig& one : tried_) {
      totals.push_back(one.explanation ? std::pow(one.entry.total_px(), 2) : kNeverTold);
    }
    if (options_.by == SelectBy::kTotalError) return leanest_of_best(fits_, totals, weights_);
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < tried_.size(); ++i) {
      if (fits_[i] && (!best || tried_[i].entry.bic < tried_[*best].entry.bic)) best = i;
    }
    return best;
  }

  std::vector<TriedRig> tried_;
  const RigSelectOptions& options_;
  RigPairOptions pair_options_;
  std::vector<double> likely_noise_;
  double noise_rmse_ = 0;
  double disagreement_ = 1;
  std::vector<std::optional<ModelFit>> fits_;
  std::vector<char> carried_;
  std::vector<double> weights_;
  std::vector<double> doubts_;
};

}  // namespace

RigSelection compare_rigs(std::vector<TriedRig> tried, const RigAssessment& own, const RigSelectOptions& options) {
  return RigComparison(std::move(tried), own, options).run();
}

RigAssessOptions own_choice_options(const RigSelectOptions& options) {
  RigAssessOptions how;
  how.candidates = options.models;
  how.target_shape = options.target_shape;
  how.loss = options.loss;
  how.outliers = options.outliers;
  how.distances_m = options.distances_m;
  how.leave_out_deviating = options.leave_out_deviating;
  how.explain = false;  // lenses are what is compared here
  how.seed = options.seed;
  how.threads = options.threads;
  how.progress = uncounted(options.progress);
  return how;
}

}  // namespace fiducia

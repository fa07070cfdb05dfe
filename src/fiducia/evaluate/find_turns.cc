#include "fiducia/evaluate/find_turns.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/data/board_turns.h"
#include "fiducia/evaluate/explanation.h"
#include "fiducia/evaluate/turn_search.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

constexpr std::size_t kFewestForTurns = 6;
/// Natural logarithm of a ratio of probabilities: 1 in 160000 (to first order).
constexpr double kSure = 12;
/// Of what is systematic.
constexpr double kMainPart = 0.75;
/// In standard deviations of all parameters together: only what the shapes leave is compared.
constexpr double kCloseEnough = 0.3;

class TurnFinder {
 public:
  TurnFinder(const Calibration& planar, int threads, const Progress& progress)
      : planar_(planar), target_(planar.observations->target), ways_(ways_to_lie(target_)) {
    options_ = continued_from(planar, threads);
    options_.progress = progress;
    options_.initial.target_points = target_.points;
    options_.target_shape = TargetShape::kFree;
    options_.tolerance = kCloseEnough;
    options_.only_compared = true;
  }

  std::optional<FrameTurns> run() const {
    const std::optional<double> noise = noise_where_something_is_wrong();
    if (!noise) return std::nullopt;
    AgreedTurns agreed = turns_that_agree(planar_, *noise, options_.threads);
    if (!may_explain_most(agreed, *noise)) return std::nullopt;
    const std::vector<int> as_they_are(planar_.frames.size(), 0);
    // Where a smooth shape is most of what is wrong, a free one takes time and may not change the answer.
    if (agreed.explained > kMainPart * systematic(*noise)) {
      FrameTurns none{.ways = ways_, .turns = std::vector<int>(planar_.observations->frames.size(), 0)};
      if (agreed.turns == as_they_are && is_beyond_doubt(agreed)) return none;
      if (looks_the_same(agreed)) {
        leave_open(&none);
        return none;
      }
    }
    const std::optional<Calibration> before = with_free_shape(as_they_are);
    std::optional<Calibration> free = before;
    if (agreed.turns != as_they_are) {
      free = with_free_shape(agreed.turns);
      if (!free) return std::nullopt;
      const std::vector<int> first = agreed.turns;
      agreed = turns_that_agree(planar_, free->fit.variance, options_.threads);  // with the noise that is left now
      if (agreed.turns != first) free = with_free_shape(agreed.turns);
    }
    // A shape that is no more than chance tells nothing.
    if (!free || fit_evidence(planar_, *free, 1) <= 0 || !explains_most(*free, *noise)) return std::nullopt;
    // What is wrong besides makes frames disagree, and neighbouring corners alike: that is no evidence.
    const std::optional<double> disagreement = disagreement_with(*free);
    if (!disagreement) return std::nullopt;
    for (double& one : agreed.evidence) one /= *disagreement;
    return described(before, *free, agreed);
  }

 private:
  [[nodiscard]] std::optional<Calibration> tried(const Observations& observations,
                                                 const CalibrateOptions& options) const {
    try {
      Calibration calibration = calibrate(observations, options);
      if (calibration.converged() && calibration.frames.size() == planar_.frames.size()) return calibration;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::kCancelled) throw;
    }
    return std::nullopt;
  }

  /// The variance of a coordinate. None where nothing systematic is left with a flat board: its shape does not show.
  [[nodiscard]] std::optional<double> noise_where_something_is_wrong() const {
    constexpr double kChance = 1e-3;
    try {
      const BiasRatio ratio = bias_ratio(planar_, {.resamples = 0, .threads = options_.threads});
      if (ratio.p_value < kChance) return std::pow(ratio.plain.sigma_d_px, 2);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::kCancelled) throw;
    }
    return std::nullopt;
  }

  /// None where the camera has no rays to compare.
  [[nodiscard]] std::optional<double> disagreement_with(const Calibration& free) const {
    try {
      return disagreement_of_frames(free, options_.threads);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::kCancelled) throw;
      return std::nullopt;
    }
  }

  /// Whether a smooth shape explains so much that a free one may explain most: that takes much longer to find.
  [[nodiscard]] bool may_explain_most(const AgreedTurns& agreed, double noise) const {
    constexpr double kFair = 0.4;
    return agreed.explained > kFair * systematic(noise);
  }

  /// Whether every frame is sure of its turn however much frames disagree.
  [[nodiscard]] static bool is_beyond_doubt(const AgreedTurns& agreed) {
    constexpr double kMostDisagreement = 100;
    return *std::min_element(agreed.evidence.begin(), agreed.evidence.end()) > kSure * kMostDisagreement;
  }

  /// Whether most frames are unsure even if there should be far less noise: the shape looks the same turned, too.
  [[nodiscard]] static bool looks_the_same(const AgreedTurns& agreed) {
    constexpr double kFarFrom = 4;
    const auto unsure = std::count_if(agreed.evidence.begin(), agreed.evidence.end(),
                                      [](double evidence) { return evidence < kSure / kFarFrom; });
    return 2 * static_cast<std::size_t>(unsure) > agreed.evidence.size();
  }

  /// Nothing is renumbered where most frames do not tell.
  void leave_open(FrameTurns* result) const {
    std::fill(result->turns.begin(), result->turns.end(), 0);
    result->turned.clear();
    result->unsure.clear();
    for (const FrameFit& frame : planar_.frames) result->unsure.push_back(frame.name);
  }

  /// What of the squared residuals is systematic with a flat board, px^2.
  [[nodiscard]] double systematic(double noise) const {
    const FitSummary& fit = planar_.fit;
    return fit.cost - (fit.n_observations - fit.n_parameters) * noise;
  }

  /// Whether the shape is most of what is wrong: otherwise it may stand for what differs from frame to frame.
  [[nodiscard]] bool explains_most(const Calibration& free, double noise) const {
    return planar_.fit.variance - free.fit.variance > kMainPart * (planar_.fit.variance - noise);
  }

  [[nodiscard]] Observations numbered(const std::vector<int>& turns) const {
    Observations observations = *planar_.observations;
    for (std::size_t j = 0; j < turns.size(); ++j) {
      Frame& frame = observations.frames[planar_.frames[j].index];
      frame = turned(target_, std::move(frame), turns[j]);
    }
    return observations;
  }

  /// Where the board is, seen from the camera, that was turned in its own frame about its middle.
  [[nodiscard]] Pose turned_pose(const Pose& pose, int turn) const {
    const Vector3 middle = 0.5 * (target_.points.front() + target_.points.back());
    const Matrix3 back = turned_frame(target_, turn).transpose();
    return {pose.rotation * back, pose.translation + pose.rotation * (middle - back * middle)};
  }

  [[nodiscard]] std::optional<Calibration> with_free_shape(const std::vector<int>& turns) const {
    CalibrateOptions how = options_;
    for (std::size_t j = 0; j < turns.size(); ++j) {
      Pose& pose = how.initial.poses[planar_.frames[j].index];
      pose = turned_pose(pose, turns[j]);
    }
    return tried(numbered(turns), how);
  }

  [[nodiscard]] FrameTurns described(const std::optional<Calibration>& before, const Calibration& free,
                                     const AgreedTurns& agreed) const {
    FrameTurns result{.ways = ways_,
                      .turns = std::vector<int>(planar_.observations->frames.size(), 0),
                      .least_evidence = std::numeric_limits<double>::infinity(),
                      .rmse_before = before ? before->fit.rmse : std::numeric_limits<double>::quiet_NaN(),
                      .rmse_after = free.fit.rmse};
    for (std::size_t j = 0; j < agreed.turns.size(); ++j) {
      const FrameFit& frame = planar_.frames[j];
      const double evidence = agreed.evidence[j];
      if (evidence < kSure) {
        result.unsure.push_back(frame.name);
      } else {
        result.least_evidence = std::min(result.least_evidence, evidence);
      }
      if (agreed.turns[j] == 0) continue;
      result.turns[frame.index] = agreed.turns[j];
      result.turned.push_back(frame.name);
    }
    const bool worse = !result.turned.empty() && before && free.fit.cost >= before->fit.cost;
    if (worse || 2 * result.unsure.size() > agreed.turns.size()) leave_open(&result);
    return result;
  }

  const Calibration& planar_;
  const Target& target_;
  int ways_;
  CalibrateOptions options_;
};

}  // namespace

std::optional<FrameTurns> find_turns(const Calibration& calibration, int threads, const Progress& progress) {
  if (ways_to_lie(calibration.observations->target) == 1 || calibration.frames.size() < kFewestForTurns) {
    return std::nullopt;
  }
  return TurnFinder(calibration, threads, progress).run();
}

Observations renumbered(const Observations& observations, const FrameTurns& turns) {
  Observations result = observations;
  for (std::size_t j = 0; j < turns.turns.size() && j < result.frames.size(); ++j) {
    result.frames[j] = turned(result.target, std::move(result.frames[j]), turns.turns[j]);
  }
  return result;
}

}  // namespace fiducia

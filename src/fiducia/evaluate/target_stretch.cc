#include "fiducia/evaluate/target_stretch.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/target_move_gain.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

using Eigen::Index;

/// Of the squared displacements.
constexpr double kMost = 0.7;

/// d point / d gap ratio, in the plane; zero for a target without gaps.
std::vector<Vector2> gap_moves(const Target& target) {
  constexpr double kStep = 1e-3;
  std::vector<Vector2> moves(target.points.size(), Vector2::Zero());
  if (target.kind != TargetKind::kTagGrid) return moves;
  const Target wider = Target::tag_grid(target.columns, target.rows, target.spacing_m, target.tag_gap_ratio + kStep);
  for (std::size_t id = 0; id < moves.size(); ++id) {
    moves[id] = (wider.points[id] - target.points[id]).head<2>() / kStep;
  }
  return moves;
}

/// The points with columns and rows, or gaps, otherwise by a part of them.
std::vector<Vector3> resized(const Target& target, double part, bool gap) {
  if (gap) {
    return Target::tag_grid(target.columns, target.rows, target.spacing_m, target.tag_gap_ratio * (1 + part)).points;
  }
  std::vector<Vector3> points = target.points;
  for (Vector3& point : points) point.x() *= 1 + part;
  return points;
}

std::optional<double> resized_cost(const Calibration& calibration, const CalibrateOptions& options, double part,
                                   bool gap) {
  auto observations = std::make_shared<Observations>(*calibration.observations);
  observations->target.points = resized(observations->target, part, gap);
  try {
    const Calibration fitted = calibrate(std::move(observations), options);
    if (fitted.converged()) return fitted.fit.cost;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
  }
  return std::nullopt;
}

/// Whether a target that is sized otherwise might gain so much. With effects fits take long, and one step tells.
bool might_gain(const Calibration& calibration, bool gap, double least_gain, int threads) {
  constexpr double kRoughly = 0.5;
  constexpr double kStep = 1e-4;
  if (calibration.effects.empty() || !calibration.loss.is_squared() || !(least_gain > 0)) return true;
  const Target& target = calibration.observations->target;
  std::vector<Vector3> moves = resized(target, kStep, gap);
  for (std::size_t id = 0; id < moves.size(); ++id) moves[id] = (moves[id] - target.points[id]) / kStep;
  const std::optional<double> gain = target_move_gain(calibration, moves, threads);
  return !gain || *gain > kRoughly * least_gain;
}

/// Where a slope changes its sign. The minimum of a parabola is the first guess; from afar the cost rises like the
/// amount and not like its square, so that it may lie far beyond.
class SlopeBracket {
 public:
  void add(double at, double slope) { (slope < 0 ? low_ : high_) = {at, slope}; }

  /// Where a line through both ends is zero, not too near to either; nothing while there is one end.
  [[nodiscard]] std::optional<double> between() const {
    constexpr double kNotNearer = 0.1;
    if (!low_ || !high_) return std::nullopt;
    const double width = high_->at - low_->at;
    const double part = low_->slope / (low_->slope - high_->slope);
    return low_->at + std::clamp(part, kNotNearer, 1 - kNotNearer) * width;
  }

 private:
  struct End {
    double at = 0;
    double slope = 0;
  };
  std::optional<End> low_;   // falling
  std::optional<End> high_;  // rising
};

}  // namespace

std::optional<StretchedFit> stretched_fit(const Calibration& calibration, double least_gain, int threads,
                                          const Progress& progress) {
  constexpr double kRoughly = 0.5;  // of the gain, from how the cost changes at first
  constexpr double kStep = 2e-3;
  constexpr double kFarthest = 0.2;
  constexpr int kRounds = 6;
  if (calibration.target.basis.shape() != TargetShape::kPlanar) return std::nullopt;
  CalibrateOptions options = continued_from(calibration, threads);
  options.tolerance = kNearEnough;
  options.only_compared = true;
  options.progress = progress;
  std::optional<StretchedFit> least;
  for (const bool gap : {false, true}) {
    if (gap && calibration.observations->target.kind != TargetKind::kTagGrid) continue;
    if (!might_gain(calibration, gap, least_gain, threads)) continue;
    double at = 0;
    std::optional<double> cost = calibration.fit.cost;
    SlopeBracket bracket;
    for (int round = 0; round < kRounds; ++round) {
      const std::optional<double> more = resized_cost(calibration, options, at + kStep, gap);
      const std::optional<double> less = resized_cost(calibration, options, at - kStep, gap);
      if (!more || !less) break;
      bracket.add(at, *more - *less);
      const double curvature = *more + *less - 2 * *cost;
      if (round == 0 && curvature > 0 && std::pow(*more - *less, 2) / (8 * curvature) < kRoughly * least_gain) break;
      const std::optional<double> between = bracket.between();
      if (!between && !(curvature > 0)) break;
      const double next = between.value_or(at + 0.5 * kStep * (*less - *more) / curvature);
      const double step = std::clamp(next, -kFarthest, kFarthest) - at;
      at += step;
      cost = resized_cost(calibration, options, at, gap);
      if (!cost) break;
      if (!least || *cost < least->cost) {
        least = StretchedFit{*cost, resized(calibration.observations->target, at, gap)};
      }
      if (std::abs(step) < kStep) break;
    }
  }
  return least;
}

std::optional<TargetStretch> target_stretch(const Calibration& calibration) {
  if (calibration.target.basis.shape() != TargetShape::kFree) return std::nullopt;
  const Target& target = calibration.observations->target;
  const std::vector<Vector3>& found = target_points(calibration);
  const std::vector<Vector2> gaps = gap_moves(target);
  const bool has_gap = target.kind == TargetKind::kTagGrid;
  const auto count = static_cast<Index>(target.points.size());
  // Columns: what a camera does not see (two shifts, a turn, a scale), then the stretch, then the gap.
  constexpr Index kUnseen = 4;
  Eigen::MatrixXd moves = Eigen::MatrixXd::Zero(2 * count, has_gap ? kUnseen + 2 : kUnseen + 1);
  Eigen::VectorXd displaced = Eigen::VectorXd::Zero(2 * count);
  double across = 0;
  for (Index i = 0; i < count; ++i) {
    const auto id = static_cast<std::size_t>(i);
    const Vector3 d = found[id] - target.points[id];
    if (!d.allFinite() || calibration.target.basis.first_of(static_cast<int>(i)) < 0) continue;
    const double x = target.points[id].x();
    const double y = target.points[id].y();
    moves.row(2 * i).head<kUnseen + 1>() << 1, 0, -y, x, x;
    moves.row(2 * i + 1).head<kUnseen + 1>() << 0, 1, x, y, -y;
    if (has_gap) moves.block<2, 1>(2 * i, kUnseen + 1) = gaps[id];
    displaced.segment<2>(2 * i) = d.head<2>();
    across += d.z() * d.z();
  }
  const Eigen::VectorXd unseen =
      displaced - moves.leftCols(kUnseen) * moves.leftCols(kUnseen).colPivHouseholderQr().solve(displaced);
  const Eigen::VectorXd amounts = moves.colPivHouseholderQr().solve(displaced);
  const double all = unseen.squaredNorm() + across;
  const double left = (displaced - moves * amounts).squaredNorm() + across;
  if (!(all > 0) || left > (1 - kMost) * all) return std::nullopt;
  const double stretch = amounts[kUnseen];
  TargetStretch result{.columns_over_rows = 2 * stretch};
  if (has_gap) result.gap = amounts[kUnseen + 1] / target.tag_gap_ratio;
  return result;
}

}  // namespace fiducia

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/guide/propose.h"
#include "fiducia/guide/view_information.h"

namespace fiducia {
namespace {

struct DistanceRange {
  double near_m = 0;
  double far_m = 0;
};

/// The angle that a part of the image spans in the middle of each direction, at most a quarter turn: beyond it no flat
/// board follows.
double narrow_field_rad(const Camera& camera) {
  const ImageSize size = camera.image_size();
  const Vector2 centre(0.5 * size.width - 0.5, 0.5 * size.height - 0.5);
  double narrowest = std::numbers::pi / 2;
  for (int axis = 0; axis < 2; ++axis) {
    // A quarter of the way to the edge, where nearly every lens is still a plain one.
    const Vector2 off = 0.125 * (axis == 0 ? size.width : size.height) * Vector2::Unit(axis);
    const auto one = camera.unproject(centre - off);
    const auto other = camera.unproject(centre + off);
    if (one && other) narrowest = std::min(narrowest, 4 * std::acos(std::clamp(one->dot(*other), -1.0, 1.0)));
  }
  return narrowest;
}

/// From where the board is larger than the image to where its squares are too small, or four times as far as it
/// takes to fill it: a board that is smaller says next to nothing.
DistanceRange distances(const Camera& camera, const Board& board, const ViewLimits& limits) {
  const double field = narrow_field_rad(camera);
  const double fills_m = 0.5 * board.size_m().minCoeff() / std::tan(0.5 * field);
  const double pixels_per_rad = std::min(camera.image_size().width, camera.image_size().height) / field;
  DistanceRange range{0.7 * fills_m,
                      std::min(4 * fills_m, pixels_per_rad * board.spacing_m / std::max(1.0, limits.min_square_px))};
  range.near_m = std::max(range.near_m, limits.min_distance_m);
  if (limits.max_distance_m > 0) range.far_m = std::min(range.far_m, limits.max_distance_m);
  range.far_m = std::max(range.far_m, range.near_m);
  return range;
}

Placement draw_placement(RandomStream& random, const Camera& camera, const DistanceRange& range,
                         const ViewLimits& limits) {
  constexpr double kEighth = std::numbers::pi / 4;
  Placement placement;
  placement.pixel = {random.uniform(0, camera.image_size().width), random.uniform(0, camera.image_size().height)};
  placement.distance_m = range.near_m * std::pow(range.far_m / range.near_m, random.uniform());
  const double angle = random.uniform(0, limits.max_tilt_rad);
  const double direction = random.uniform(0, 2 * std::numbers::pi);
  placement.tilt_rad = angle * Vector2(std::cos(direction), std::sin(direction));
  // Half of them as people hold a board.
  constexpr double kRolls[] = {0, 0, 0, 0, 2 * kEighth, 2 * kEighth, kEighth, -kEighth};
  placement.roll_rad = kRolls[random.index(8)];
  return placement;
}

/// Moves a board that does not fit in farther away, as somebody with a camera in front of him would.
std::optional<CandidateView> fitted(Placement placement, const Camera& camera, const Board& board,
                                    const DistanceRange& range, const ViewLimits& limits) {
  constexpr double kStep = 1.2;
  for (; placement.distance_m <= range.far_m * kStep; placement.distance_m *= kStep) {
    const std::optional<Pose> pose = pose_of(placement, camera, board);
    if (!pose) return std::nullopt;
    std::optional<View> view = view_at(*pose, camera, board, limits);
    if (!view) continue;
    std::optional<Eigen::MatrixXd> information = view_information(*view, camera, board);
    if (!information) return std::nullopt;
    return CandidateView{placement, std::move(*view), std::move(*information)};
  }
  return std::nullopt;
}

void check_limits(const ProposeOptions& options) {
  const auto require = [](bool condition, const char* message) {
    if (!condition) throw Error(ErrorCode::kBadOption, message);
  };
  const ViewLimits& limits = options.limits;
  require(options.candidates >= 1 && options.candidates <= 1000000, "the number of candidates must be 1 to 1000000");
  require(limits.max_tilt_rad >= 0 && limits.max_tilt_rad < std::numbers::pi / 2,
          "the largest tilt must be at least 0 and less than 90 degrees");
  require(limits.min_square_px >= 0 && limits.border_px >= 0, "pixels of limits must not be negative");
  require(limits.least_visible > 0 && limits.least_visible <= 1, "the visible part must be above 0 and at most 1");
  require(limits.min_distance_m >= 0 && (limits.max_distance_m == 0 || limits.max_distance_m >= limits.min_distance_m),
          "the distances must not be negative, the least before the greatest");
}

}  // namespace

std::vector<CandidateView> draw_candidates(const Camera& camera, const Board& board, const ProposeOptions& options) {
  check_limits(options);
  constexpr int kMostDraws = 12;
  const DistanceRange range = distances(camera, board, options.limits);
  std::vector<std::optional<CandidateView>> drawn(static_cast<std::size_t>(options.candidates));
  SharedProgress shared(options.progress);
  parallel_for(drawn.size(), options.threads, [&](std::size_t i) {
    shared.require_go_on();
    RandomStream random(options.seed, i);
    for (int draw = 0; draw < kMostDraws && !drawn[i]; ++draw) {
      drawn[i] = fitted(draw_placement(random, camera, range, options.limits), camera, board, range, options.limits);
    }
  });
  std::vector<CandidateView> candidates;
  for (std::optional<CandidateView>& candidate : drawn) {
    if (candidate) candidates.push_back(std::move(*candidate));
  }
  return candidates;
}

}  // namespace fiducia

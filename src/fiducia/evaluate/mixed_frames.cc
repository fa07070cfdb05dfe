#include "fiducia/evaluate/mixed_frames.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/frame_gain.h"
#include "fiducia/evaluate/frame_partition.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

constexpr std::size_t kFewest = 3;
constexpr int kMostExchanges = 8;
constexpr double kNever = std::numeric_limits<double>::infinity();

using Parts = std::vector<std::size_t>;  // one per used frame: 1 for those that do not belong to the others

/// One way in which an image may have been turned or mirrored.
struct Turned {
  MixedKind kind;
  bool u;
  bool v;
};
constexpr Turned kTurns[] = {
    {MixedKind::kUpsideDown, true, true}, {MixedKind::kMirrored, true, false}, {MixedKind::kMirrored, false, true}};

std::optional<Calibration> tried(const std::shared_ptr<const Observations>& observations,
                                 const CalibrateOptions& options) {
  try {
    Calibration calibration = calibrate(observations, options);
    if (calibration.converged()) return calibration;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
  }
  return std::nullopt;
}

class MixedSearch {
 public:
  MixedSearch(const Calibration& calibration, int threads, const Progress& progress)
      : all_(calibration), threads_(threads), progress_(progress) {}

  std::optional<MixedFrames> mirrored() const {
    const std::optional<Parts> behind = seen_from_behind();
    return behind ? turned(*behind, MixedKind::kMirrored) : std::nullopt;
  }

  std::optional<MixedFrames> mixed(const MixedGain& least) const {
    constexpr double kAtFirst = 0.5;  // of what wins: cameras that are far apart gain more than to first order
    FramePartition partition = partition_frames(all_, kFewest);
    if (partition.gain <= 0 || partition.gain < std::max(least.to_first_order, kAtFirst * least.to_win)) {
      return std::nullopt;
    }
    return of_two_cameras(std::move(partition.part), least.to_win);
  }

 private:
  [[nodiscard]] CalibrateOptions options() const {
    CalibrateOptions how = continued_from(all_, threads_);
    how.tolerance = kNearEnough;
    how.only_compared = true;
    how.progress = progress_;
    return how;
  }

  [[nodiscard]] std::optional<Calibration> part(const Parts& parts, std::size_t which) const {
    CalibrateOptions how = options();
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (parts[j] != which) how.frame_weights[all_.frames[j].index] = 0;
    }
    return tried(all_.observations, how);
  }

  /// What each frame leaves with a camera that is not its own. The known poses are near, unless it does not see all
  /// corners from there.
  [[nodiscard]] std::vector<double> squares_with(const Camera& camera) const {
    std::vector<double> squares = squares_with(camera, all_.observations, options());
    if (std::isfinite(*std::max_element(squares.begin(), squares.end()))) return squares;
    return squares_with(camera, all_.observations, from_nothing());
  }

  /// What the frames of a part leave after their images were turned back: their poses turn with them.
  [[nodiscard]] std::vector<double> squares_turned(const Camera& camera, const Parts& parts, const Turned& turn) const {
    const std::shared_ptr<const Observations> observations = with_turned(parts, turn);
    std::vector<double> squares = squares_with(camera, observations, with_turned_poses(parts, turn));
    if (std::isfinite(sum_over(parts, squares))) return squares;
    return squares_with(camera, observations, from_nothing());
  }

  [[nodiscard]] CalibrateOptions with_turned_poses(const Parts& parts, const Turned& turn) const {
    CalibrateOptions how = options();
    // A board that is seen in a mirror is seen from behind.
    const Vector3 axes(turn.u ? -1 : 1, turn.v ? -1 : 1, 1);
    const Vector3 behind(1, 1, axes.prod());
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (parts[j] == 0) how.frame_weights[all_.frames[j].index] = 0;
      Pose& pose = how.initial.poses[all_.frames[j].index];
      pose.rotation = axes.asDiagonal() * pose.rotation * behind.asDiagonal();
      pose.translation = axes.asDiagonal() * pose.translation;
    }
    return how;
  }

  [[nodiscard]] static double sum_over(const Parts& parts, const std::vector<double>& squares) {
    double sum = 0;
    for (std::size_t j = 0; j < parts.size(); ++j) sum += parts[j] != 0 ? squares[j] : 0;
    return sum;
  }

  [[nodiscard]] CalibrateOptions from_nothing() const {
    CalibrateOptions how = options();
    how.initial.poses.clear();
    return how;
  }

  /// Infinite where a frame has no pose.
  [[nodiscard]] std::vector<double> squares_with(const Camera& camera,
                                                 const std::shared_ptr<const Observations>& observations,
                                                 CalibrateOptions how) const {
    how.fix_intrinsics = true;
    how.initial.parameters = camera.parameters();
    std::vector<double> squares(all_.frames.size(), kNever);
    const std::optional<Calibration> fixed = tried(observations, how);
    if (!fixed) return squares;
    const std::vector<double> found = squares_by_frame(*fixed);
    std::size_t k = 0;
    for (std::size_t j = 0; j < squares.size() && k < found.size(); ++j) {
      if (fixed->frames[k].index == all_.frames[j].index) squares[j] = found[k++];
    }
    return squares;
  }

  /// to_win: what a second camera must gain; nothing is found that stays far below. Frames that turn out to be turned
  /// or mirrored need not gain as much.
  [[nodiscard]] std::optional<MixedFrames> of_two_cameras(Parts parts, double to_win) const {
    constexpr double kOnceFitted = 0.5;  // of it: frames that went to the wrong camera spoil it
    constexpr double kSettled = 0.6;     // only a frame or two may still have gone to the wrong one
    const std::vector<double> of_one = squares_by_frame(all_);
    const double before = std::accumulate(of_one.begin(), of_one.end(), 0.0);
    double gain = 0;
    std::optional<Calibration> fits[2];
    std::vector<double> squares[2];
    for (int round = 0; round < kMostExchanges; ++round) {
      for (std::size_t i = 0; i < 2; ++i) {
        fits[i] = part(parts, i);
        if (!fits[i]) return std::nullopt;
        squares[i] = squares_with(*fits[i]->camera);
      }
      bool changed = false;
      double cost = 0;
      for (std::size_t j = 0; j < parts.size(); ++j) {
        const std::size_t better = squares[1][j] < squares[0][j] ? 1 : 0;
        changed = changed || better != parts[j];
        parts[j] = better;
        cost += squares[better][j];
      }
      gain = before - cost;
      if (gain < kOnceFitted * to_win) return std::nullopt;
      const auto count = static_cast<std::size_t>(std::count(parts.begin(), parts.end(), 1));
      if (count < kFewest || parts.size() - count < kFewest) return std::nullopt;
      if (!changed) break;
    }
    const auto count = static_cast<std::size_t>(std::count(parts.begin(), parts.end(), 1));
    const bool second_is_fewer = 2 * count < parts.size() || (2 * count == parts.size() && parts.front() == 0);
    if (!second_is_fewer) {
      for (std::size_t& one : parts) one = 1 - one;
      std::swap(fits[0], fits[1]);
      std::swap(squares[0], squares[1]);
    }
    // A frame that fits both stays with the more.
    constexpr double kClearly = 12;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (squares[0][j] - squares[1][j] < kClearly * fits[0]->fit.variance) parts[j] = 0;
    }
    MixedFrames mixed = named(parts);
    if (mixed.frames.size() < kFewest) return std::nullopt;
    mixed.others = std::make_shared<Calibration>(std::move(*fits[0]));
    mixed.camera = fits[1]->camera;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      mixed.squares.push_back(squares[parts[j]][j]);
    }
    mixed.more_parameters = static_cast<int>(parts.size()) + all_.model->size();
    recognise_turn(parts, sum_over(parts, squares[0]), &mixed);
    if (mixed.kind == MixedKind::kOtherCamera && gain < kSettled * to_win) return std::nullopt;
    return mixed;
  }

  [[nodiscard]] MixedFrames named(const Parts& parts) const {
    MixedFrames mixed;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (parts[j] != 0) mixed.frames.push_back(all_.frames[j].index);
    }
    return mixed;
  }

  [[nodiscard]] std::shared_ptr<const Observations> with_turned(const Parts& parts, const Turned& turn) const {
    auto observations = std::make_shared<Observations>(*all_.observations);
    const ImageSize size = observations->image_size;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (parts[j] == 0) continue;
      for (Corner& corner : observations->frames[all_.frames[j].index].corners) {
        if (turn.u) corner.pixel.x() = size.width - 1 - corner.pixel.x();
        if (turn.v) corner.pixel.y() = size.height - 1 - corner.pixel.y();
      }
    }
    return observations;
  }

  /// Frames of another camera are turned ones of this where, turned back, they fit as well as with one of their own.
  /// as_they_are: what they leave with this camera without that.
  void recognise_turn(const Parts& parts, double as_they_are, MixedFrames* mixed) const {
    constexpr double kAboutAsWell = 2;  // one of their own has a number of unknowns
    constexpr double kFarBetter = 0.5;  // than as they are
    const double variance = mixed->others->fit.variance;
    double least = std::min(kAboutAsWell * sum_over(parts, mixed->squares) + 3 * all_.model->size() * variance,
                            kFarBetter * as_they_are);
    const auto look = [&](const auto& squares_of) {
      std::vector<double> left;
      for (const Turned& turn : kTurns) {
        left.push_back(sum_over(parts, squares_of(turn)));
        if (left.back() >= least) continue;
        least = left.back();
        mixed->kind = turn.kind;
      }
      return left;
    };
    const Camera& camera = *mixed->others->camera;
    std::vector<double> left = look([&](const Turned& turn) { return squares_turned(camera, parts, turn); });
    if (mixed->kind == MixedKind::kOtherCamera) {  // the camera that was fitted to all may have misled single poses
      left = look([&](const Turned& turn) { return squares_with(camera, with_turned(parts, turn), from_nothing()); });
    }
    if (mixed->kind == MixedKind::kOtherCamera) return;
    constexpr double kClearly = 12;
    constexpr double kHardlyWorse = 2;  // noise is not all that is left: real lenses and boards leave more
    const double as_good = std::max(kHardlyWorse * least, least + kClearly * variance);
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (kTurns[i].kind != mixed->kind && left[i] < as_good) mixed->or_else = kTurns[i].kind;
    }
  }

  [[nodiscard]] std::optional<Parts> seen_from_behind() const {
    const auto flat = [](const Vector3& p) { return !(std::abs(p.z()) > 0); };
    const std::vector<Vector3>& points = all_.observations->target.points;
    if (!std::all_of(points.begin(), points.end(), flat)) return std::nullopt;
    Parts side;
    for (const FrameFit& frame : all_.frames) {
      const Pose& pose = frame.camera_from_target;
      side.push_back(pose.rotation.col(2).dot(pose.translation) > 0 ? 1 : 0);
    }
    const auto count = static_cast<std::size_t>(std::count(side.begin(), side.end(), 1));
    if (count == 0 || count == side.size()) return std::nullopt;
    if (2 * count > side.size() || (2 * count == side.size() && side.front() == 1)) {
      for (std::size_t& one : side) one = 1 - one;
    }
    return side;
  }

  [[nodiscard]] std::optional<MixedFrames> turned(const Parts& parts, MixedKind kind) const {
    MixedFrames mixed = named(parts);
    mixed.kind = kind;
    mixed.others = calibrated_without(all_, mixed.frames, threads_, progress_);
    if (mixed.others == nullptr) return std::nullopt;
    double least = kNever;
    for (const Turned& turn : kTurns) {
      if (turn.kind != kind) continue;
      std::vector<double> squares = squares_turned(*mixed.others->camera, parts, turn);
      const double sum = sum_over(parts, squares);
      if (sum >= least) continue;
      least = sum;
      mixed.squares = std::move(squares);
    }
    if (mixed.squares.empty()) return std::nullopt;
    const std::vector<double> of_others = squares_by_frame(*mixed.others);
    for (std::size_t k = 0, j = 0; j < parts.size() && k < of_others.size(); ++j) {
      if (mixed.others->frames[k].index == all_.frames[j].index) mixed.squares[j] = of_others[k++];
    }
    return mixed;
  }

  const Calibration& all_;
  int threads_;
  const Progress& progress_;
};

}  // namespace

std::optional<MixedFrames> find_mirrored_frames(const Calibration& calibration, int threads, const Progress& progress) {
  return MixedSearch(calibration, threads, progress).mirrored();
}

std::optional<MixedFrames> find_mixed_frames(const Calibration& calibration, const MixedGain& least, int threads,
                                             const Progress& progress) {
  return MixedSearch(calibration, threads, progress).mixed(least);
}

std::shared_ptr<const Calibration> calibrated_without(const Calibration& calibration,
                                                      const std::vector<std::size_t>& frames, int threads,
                                                      const Progress& progress) {
  CalibrateOptions options = continued_from(calibration, threads);
  options.progress = progress;
  for (const std::size_t index : frames) options.frame_weights[index] = 0;
  std::optional<Calibration> without = tried(calibration.observations, options);
  return without ? std::make_shared<const Calibration>(std::move(*without)) : nullptr;
}

}  // namespace fiducia

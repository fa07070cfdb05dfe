#include "fiducia/solve/rig_start.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "fiducia/core/statistics.h"
#include "fiducia/data/board_turns.h"

namespace fiducia {
namespace {

/// A relative pose is held against so many instants; more would only take time.
constexpr std::size_t kMostTried = 100;

/// The inverse of each turn that the board has.
std::vector<Pose> turns_back(const Target& target) {
  std::vector<Pose> result;
  for (int way = 0; way < ways_to_lie(target); ++way) result.push_back(turn_of_target(target, way).inverse());
  return result;
}

/// How far two poses are apart: the angle, and the shift over a length.
double distance(const Pose& a, const Pose& b, double length) {
  return rotation_log(a.rotation * b.rotation.transpose()).norm() + (a.translation - b.translation).norm() / length;
}

double usual_distance(const std::vector<std::optional<Pose>>& poses) {
  std::vector<double> lengths;
  for (const auto& pose : poses) {
    if (pose) lengths.push_back(pose->translation.norm());
  }
  return lengths.empty() ? 1 : std::max(median(lengths), 1e-9);
}

/// Of the alternatives the one nearest to a pose.
struct Nearest {
  std::size_t which = 0;
  double distance = std::numeric_limits<double>::infinity();
};
Nearest nearest(const std::vector<Pose>& alternatives, const Pose& pose, double length) {
  Nearest best;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    if (const double d = distance(alternatives[i], pose, length); d < best.distance) best = {i, d};
  }
  return best;
}

/// The median of what the nearest alternatives differ by from a pose.
Pose centred(const std::vector<std::vector<Pose>>& all, const Pose& pose, double length) {
  std::vector<std::vector<double>> parts(6);
  for (const std::vector<Pose>& alternatives : all) {
    const Pose& one = alternatives[nearest(alternatives, pose, length).which];
    const Vector3 turn = rotation_log(one.rotation * pose.rotation.transpose());
    const Vector3 shift = one.translation - pose.translation;
    for (int axis = 0; axis < 3; ++axis) {
      parts[static_cast<std::size_t>(axis)].push_back(turn[axis]);
      parts[static_cast<std::size_t>(3 + axis)].push_back(shift[axis]);
    }
  }
  Vector6 step;
  for (int i = 0; i < 6; ++i) step[i] = median(parts[static_cast<std::size_t>(i)]);
  return pose.moved(step);
}

/// As many instants later: what stood at i + by stands at i.
std::vector<std::optional<Pose>> shifted(const std::vector<std::optional<Pose>>& poses, int by) {
  std::vector<std::optional<Pose>> result(poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto from = static_cast<std::ptrdiff_t>(i) + by;
    if (from >= 0 && from < static_cast<std::ptrdiff_t>(poses.size()))
      result[i] = poses[static_cast<std::size_t>(from)];
  }
  return result;
}

constexpr int kMostShift = 2;
/// Instants agree so much better when they are shifted that it is no chance.
constexpr double kShiftGain = 5;
constexpr int kFewestToShift = 5;

/// By how many instants the frames of b must be moved to agree with those of a; 0 where they agree as they are.
int needed_shift(const Target& target, const std::vector<std::optional<Pose>>& a,
                 const std::vector<std::optional<Pose>>& b, double spread_now) {
  int best = 0;
  double least = spread_now / kShiftGain;
  for (int by = -kMostShift; by <= kMostShift; ++by) {
    if (by == 0) continue;
    const auto there = relative_pose(target, a, shifted(b, by));
    if (!there || there->instants < kFewestToShift || there->spread >= least) continue;
    least = there->spread;
    best = by;
  }
  return best;
}

/// How often each camera's board is to be turned at most of the instants that camera 0 sees too. Cameras that number a
/// board alike in all of their own frames may still differ as a whole; where one sees it alone, this tells.
std::vector<std::size_t> usual_turns(const std::vector<Pose>& turns, const LonePoses& poses,
                                     const std::vector<Pose>& camera_from_rig, double length) {
  std::vector<std::size_t> usual(poses.size());
  for (std::size_t c = 1; c < poses.size(); ++c) {
    std::vector<int> votes(turns.size());
    for (std::size_t i = 0; i < poses[c].size(); ++i) {
      if (!poses[0][i] || !poses[c][i]) continue;
      std::vector<Pose> alternatives;
      for (const Pose& turn : turns) alternatives.push_back(camera_from_rig[c].inverse() * *poses[c][i] * turn);
      ++votes[nearest(alternatives, *poses[0][i], length).which];
    }
    usual[c] = static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
  }
  return usual;
}

/// rig_from_target and the turns, the cameras being placed.
void place_target(const Target& target, const LonePoses& poses, RigStart* start) {
  const std::vector<Pose> turns = turns_back(target);
  const double length = usual_distance(poses[0]);
  const std::vector<std::size_t> usual = usual_turns(turns, poses, start->camera_from_rig, length);
  const std::size_t instants = poses[0].size();
  start->turns.assign(poses.size(), std::vector<int>(instants, 0));
  start->rig_from_target.assign(poses.size(), std::vector<std::optional<Pose>>(instants));
  for (std::size_t i = 0; i < instants; ++i) {
    std::optional<Pose> reference;
    for (std::size_t c = 0; c < poses.size(); ++c) {
      if (!poses[c][i]) continue;
      std::vector<Pose> alternatives;
      for (const Pose& turn : turns) alternatives.push_back(start->camera_from_rig[c].inverse() * *poses[c][i] * turn);
      const std::size_t way = reference ? nearest(alternatives, *reference, length).which : usual[c];
      start->turns[c][i] = static_cast<int>(way);
      start->rig_from_target[c][i] = alternatives[way];
      if (!reference) reference = alternatives[way];
    }
  }
}

}  // namespace

Pose turn_of_target(const Target& target, int way) {
  Pose turn;
  if (way == 0) return turn;
  turn.rotation = turned_frame(target, way);
  Vector3 sum = Vector3::Zero();
  for (std::size_t id = 0; id < target.points.size(); ++id) {
    const auto there = static_cast<std::size_t>(turned_id(target, static_cast<int>(id), way));
    sum += target.points[there] - turn.rotation * target.points[id];
  }
  turn.translation = sum / static_cast<double>(target.points.size());
  return turn;
}

std::optional<RelativePose> relative_pose(const Target& target, const std::vector<std::optional<Pose>>& a_from_target,
                                          const std::vector<std::optional<Pose>>& b_from_target) {
  const std::vector<Pose> turns = turns_back(target);
  std::vector<std::vector<Pose>> all;  // of each common instant, one per way to lie
  for (std::size_t i = 0; i < a_from_target.size(); ++i) {
    if (!a_from_target[i] || !b_from_target[i]) continue;
    all.emplace_back();
    for (const Pose& turn : turns) all.back().push_back(*b_from_target[i] * turn * a_from_target[i]->inverse());
  }
  if (all.empty()) return std::nullopt;
  const double length = usual_distance(a_from_target);
  const std::size_t step = (all.size() + kMostTried - 1) / kMostTried;
  RelativePose best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < all.size(); i += step) {
    for (const Pose& candidate : all[i]) {
      double sum = 0;
      for (std::size_t k = 0; k < all.size() && sum < least; k += step)
        sum += nearest(all[k], candidate, length).distance;
      if (sum >= least) continue;
      least = sum;
      best.b_from_a = candidate;
    }
  }
  best.b_from_a = centred(all, best.b_from_a, length);
  std::vector<double> distances;
  for (const auto& alternatives : all) distances.push_back(nearest(alternatives, best.b_from_a, length).distance);
  best.spread = median(distances);
  best.instants = static_cast<int>(all.size());
  return best;
}

RigStart start_rig(const Target& target, const LonePoses& poses) {
  const std::size_t count = poses.size();
  RigStart start;
  start.camera_from_rig.resize(count);
  std::vector<char> placed(count);
  placed[0] = 1;
  const auto common = [&](std::size_t a, std::size_t b) {
    int together = 0;
    for (std::size_t i = 0; i < poses[a].size(); ++i) together += poses[a][i] && poses[b][i] ? 1 : 0;
    return together;
  };
  for (std::size_t next = 1; next < count; ++next) {  // Prim's algorithm
    int most = 0;
    std::size_t from = 0;
    std::size_t to = 0;
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count && placed[a] != 0; ++b) {
        if (placed[b] != 0) continue;
        if (const int together = common(a, b); together > most) {
          most = together;
          from = a;
          to = b;
        }
      }
    }
    if (most == 0) {
      const auto open = std::find(placed.begin(), placed.end(), 0) - placed.begin();
      return {.unlinked = Unlinked{0, static_cast<std::size_t>(open)}};
    }
    const RelativePose relative = *relative_pose(target, poses[from], poses[to]);
    start.camera_from_rig[to] = relative.b_from_a * start.camera_from_rig[from];
    if (const int by = needed_shift(target, poses[from], poses[to], relative.spread); by != 0) {
      start.shifts.push_back({to, from, by});
    }
    placed[to] = 1;
  }

  place_target(target, poses, &start);
  return start;
}

}  // namespace fiducia

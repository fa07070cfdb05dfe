#include "fiducia/evaluate/turn_search.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/data/board_turns.h"
#include "fiducia/evaluate/smooth_modes.h"
#include "fiducia/solve/effect_problem.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// All turned alike, so that most stay as they are.
std::vector<int> as_few_as_possible(std::vector<int> turns, int ways) {
  int most = 0;
  for (int way = 1; way < ways; ++way) {
    if (std::count(turns.begin(), turns.end(), way) > std::count(turns.begin(), turns.end(), most)) most = way;
  }
  for (int& turn : turns) turn = (turn - most + ways) % ways;
  return turns;
}

/// What one frame says, in one way: S and s over [intrinsics | modes of the shape].
struct Said {
  MatrixXd S;
  VectorXd s;
};

/// What the frames say about a smooth shape at the nominal target: heights, and displacements in the plane.
class ShapeSaid {
 public:
  ShapeSaid(const Calibration& calibration, double variance, int threads)
      : ways_(ways_to_lie(calibration.observations->target)),
        variance_(variance),
        intrinsics_(calibration.model->size()) {
    const Target& target = calibration.observations->target;
    std::vector<const Frame*> frames;
    for (const FrameFit& frame : calibration.frames) frames.push_back(&calibration.observations->frames[frame.index]);
    const std::vector<double> weights = frame_weights(calibration);
    const ShapeBasis basis(TargetShape::kFree, target.points, frames);
    const EffectLayout none;
    const std::vector<double>& parameters = calibration.camera->parameters();
    const VectorXd lens = Eigen::Map<const VectorXd>(parameters.data(), static_cast<Index>(parameters.size()));
    const EffectProblem problem({*calibration.model, calibration.observations->image_size, basis, none, frames, weights,
                                 calibration.loss, lens});
    const MatrixXd modes = modes_over(basis, target);
    const Index global = intrinsics_ + basis.size();
    MatrixXd columns = MatrixXd::Zero(global, intrinsics_ + modes.cols());
    columns.topLeftCorner(intrinsics_, intrinsics_).setIdentity();
    columns.bottomRightCorner(basis.size(), modes.cols()) = modes;
    const std::vector<MatrixXd> turns = turns_of(modes, basis, target);

    VectorXd g = VectorXd::Zero(global);
    g.head(intrinsics_) = lens;
    said_.resize(frames.size() * turns.size());
    std::vector<char> seen(frames.size(), 0);
    parallel_for(frames.size(), threads, [&](std::size_t j) {
      FrameLinearization linearized;
      const int frame = static_cast<int>(j);
      if (!problem.linearize(g, frame, {calibration.frames[j].camera_from_target, VectorXd()}, &linearized)) return;
      const FrameInformation frame_says =
          FrameInformation::from_linearization(linearized, global, problem.local_size(frame));
      const MatrixXd R = std::sqrt(weights[j]) * frame_says.times(columns);
      const MatrixXd S = R.transpose() * R;
      const VectorXd s = std::sqrt(weights[j]) * R.transpose() * frame_says.q();
      for (std::size_t way = 0; way < turns.size(); ++way) {
        said_[j * turns.size() + way] = {turns[way] * S * turns[way].transpose(), turns[way] * s};
      }
      seen[j] = 1;
    });
    widths_.fill(1e-3 * std::max(1e-9, target.spacing_m) * std::sqrt(static_cast<double>(target.points.size())));
    complete_ = std::count(seen.begin(), seen.end(), 0) == 0;
  }

  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] int ways() const { return ways_; }

  /// The logarithm of the probability of what was seen, but for a constant.
  [[nodiscard]] double evidence(const Said& sum) const {
    const Eigen::LLT<MatrixXd> root(sum.S);
    const double half_log_det = root.matrixLLT().diagonal().array().log().sum();
    return 0.5 * sum.s.dot(root.solve(sum.s)) / variance_ - half_log_det;
  }

  /// What all frames say in these ways, with what is known of the modes beforehand.
  [[nodiscard]] Said summed(const std::vector<int>& turns) const {
    const Index size = said_.front().s.size();
    Said sum{MatrixXd::Zero(size, size), VectorXd::Zero(size)};
    for (std::size_t kind = 0; kind < widths_.size(); ++kind) {
      const auto [first, count] = places_[kind];
      sum.S.diagonal().segment(first, count).setConstant(variance_ / std::pow(std::max(widths_[kind], 1e-12), 2));
    }
    for (std::size_t j = 0; j < turns.size(); ++j) {
      sum.S += of(j, turns[j]).S;
      sum.s += of(j, turns[j]).s;
    }
    return sum;
  }

  /// Every frame in the way that is most likely with the shape that these turns make.
  [[nodiscard]] std::vector<int> likeliest(const std::vector<int>& turns) const {
    const Said sum = summed(turns);
    const VectorXd mean = Eigen::LLT<MatrixXd>(sum.S).solve(sum.s);
    std::vector<int> next(turns.size());
    for (std::size_t j = 0; j < turns.size(); ++j) {
      double most = -std::numeric_limits<double>::infinity();
      for (int way = 0; way < ways_; ++way) {
        const Said& one = of(j, way);
        const double likely = mean.dot(one.s) - 0.5 * mean.dot(one.S * mean);
        if (likely <= most) continue;
        most = likely;
        next[j] = way;
      }
    }
    return next;
  }

  /// What summed() gives, with one frame in another way.
  [[nodiscard]] Said exchanged(const Said& sum, std::size_t frame, int from, int to) const {
    return {sum.S - of(frame, from).S + of(frame, to).S, sum.s - of(frame, from).s + of(frame, to).s};
  }

  /// How much the squares of the residuals fall with the shape that these turns make.
  [[nodiscard]] double explained(const std::vector<int>& turns) const {
    const Said sum = summed(turns);
    return sum.s.dot(Eigen::LLT<MatrixXd>(sum.S).solve(sum.s));
  }

  /// The widths of the modes that these turns make most probable (MacKay).
  void fit_widths(const std::vector<int>& turns) {
    constexpr int kRounds = 20;
    constexpr double kSettled = 1e-3;
    bool settled = false;
    for (int round = 0; round < kRounds && !settled; ++round) {
      settled = true;
      const Said sum = summed(turns);
      const Eigen::LLT<MatrixXd> root(sum.S);
      const VectorXd mean = root.solve(sum.s);
      const MatrixXd C = variance_ * root.solve(MatrixXd::Identity(sum.S.rows(), sum.S.cols()));
      for (std::size_t kind = 0; kind < widths_.size(); ++kind) {
        const auto [first, count] = places_[kind];
        const double square = mean.segment(first, count).squaredNorm() + C.diagonal().segment(first, count).sum();
        const double width = std::sqrt(square / static_cast<double>(count));
        settled = settled && std::abs(width - widths_[kind]) < kSettled * width;
        widths_[kind] = width;
      }
    }
  }

 private:
  struct Places {
    Index first;
    Index count;
  };

  /// One column per mode over the numbers of a free shape: heights of degree 2 to 4, displacements of degree 2 and 3.
  [[nodiscard]] MatrixXd modes_over(const ShapeBasis& basis, const Target& target) {
    const MatrixXd heights = smooth_modes(target.points, 2, 4);
    const MatrixXd moves = smooth_modes(target.points, 2, 3);
    MatrixXd modes = MatrixXd::Zero(basis.size(), heights.cols() + 2 * moves.cols());
    for (int id = 0; id < static_cast<int>(basis.corner_count()); ++id) {
      const int first = basis.first_of(id);
      if (first < 0) continue;
      modes.row(first).segment(heights.cols(), moves.cols()) = moves.row(id);
      modes.row(first + 1).tail(moves.cols()) = moves.row(id);
      modes.row(first + 2).head(heights.cols()) = heights.row(id);
    }
    places_ = {Places{intrinsics_, heights.cols()}, Places{intrinsics_ + heights.cols(), 2 * moves.cols()}};
    return modes;
  }

  /// What a turn makes of the numbers of [intrinsics | modes], one for each way.
  [[nodiscard]] std::vector<MatrixXd> turns_of(const MatrixXd& modes, const ShapeBasis& basis,
                                               const Target& target) const {
    std::vector<MatrixXd> turns;
    for (int way = 0; way < ways_; ++way) {
      const Matrix3 turn = turned_frame(target, way);
      MatrixXd moved = MatrixXd::Zero(modes.rows(), modes.cols());
      for (int id = 0; id < static_cast<int>(basis.corner_count()); ++id) {
        const int from = basis.first_of(id);
        const int to = basis.first_of(turned_id(target, id, way));
        if (from >= 0 && to >= 0) moved.middleRows<3>(to) = turn * modes.middleRows<3>(from);
      }
      MatrixXd whole = MatrixXd::Identity(intrinsics_ + modes.cols(), intrinsics_ + modes.cols());
      whole.bottomRightCorner(modes.cols(), modes.cols()) = modes.transpose() * moved;
      turns.push_back(std::move(whole));
    }
    return turns;
  }

  [[nodiscard]] const Said& of(std::size_t frame, int way) const {
    return said_[frame * static_cast<std::size_t>(ways_) + static_cast<std::size_t>(way)];
  }

  int ways_;
  double variance_;
  Index intrinsics_;
  std::array<Places, 2> places_{};
  std::array<double, 2> widths_{};
  std::vector<Said> said_;  // frame by frame, each in all ways
  bool complete_ = false;
};

/// The evidence for all turns that were looked at, each once.
class Evidence {
 public:
  Evidence(const ShapeSaid& said, int threads) : said_(said), threads_(threads) {}

  /// From each of these, all frames towards the shape that they make, as long as that changes any: where that ends, the
  /// most likely first, each once.
  std::vector<std::vector<int>> settled(std::vector<std::vector<int>> starts) {
    constexpr int kMostSweeps = 30;
    parallel_for(starts.size(), threads_, [&](std::size_t i) {
      std::vector<int>& turns = starts[i];
      for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        std::vector<int> next = said_.likeliest(turns);
        if (next == turns) break;
        turns = std::move(next);
      }
    });
    std::vector<std::pair<double, std::vector<int>>> likely;
    for (std::vector<int>& turns : starts) {
      const double evidence = of(turns, [&] { return said_.summed(turns); });
      likely.emplace_back(evidence, std::move(turns));
    }
    std::sort(likely.begin(), likely.end(), std::greater<>());
    likely.erase(std::unique(likely.begin(), likely.end()), likely.end());
    std::vector<std::vector<int>> ends;
    for (auto& [evidence, turns] : likely) ends.push_back(std::move(turns));
    return ends;
  }

  /// Turns single frames as long as that is more likely.
  void climb(std::vector<int> turns) {
    Said sum = said_.summed(turns);
    double now = of(turns, [&] { return sum; });
    const std::size_t others = static_cast<std::size_t>(said_.ways()) - 1;
    for (bool changed = true; changed;) {
      changed = false;
      look_at_all(turns, sum);
      for (std::size_t i = 0; i < turns.size() * others; ++i) {
        const std::size_t j = i / others;
        std::vector<int> other = with_one_turned(turns, i);
        const double likely = of(other, [&] { return said_.exchanged(sum, j, turns[j], other[j]); });
        if (likely <= now) continue;
        now = likely;
        turns = std::move(other);
        sum = said_.summed(turns);
        changed = true;
      }
    }
  }

  [[nodiscard]] AgreedTurns best() const {
    const auto first =
        std::max_element(all_.begin(), all_.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    AgreedTurns result{first->first, std::vector<double>(first->first.size(), std::numeric_limits<double>::infinity())};
    for (const auto& [turns, likely] : all_) {
      for (const std::size_t j : differing(result.turns, turns)) {
        result.evidence[j] = std::min(result.evidence[j], first->second - likely);
      }
    }
    result.turns = as_few_as_possible(std::move(result.turns), said_.ways());
    return result;
  }

 private:
  /// All turned alike are the same.
  [[nodiscard]] std::vector<int> normalized(std::vector<int> turns) const {
    const int first = turns.front();
    for (int& turn : turns) turn = (turn - first + said_.ways()) % said_.ways();
    return turns;
  }

  /// `make_sum` gives what all say in these ways, where that is not known yet.
  template <typename MakeSum>
  double of(const std::vector<int>& turns, const MakeSum& make_sum) {
    const auto [known, is_new] = all_.try_emplace(normalized(turns), 0);
    if (is_new) known->second = said_.evidence(make_sum());
    return known->second;
  }

  /// One frame in one of the ways that it is not in: i counts them frame by frame.
  [[nodiscard]] std::vector<int> with_one_turned(std::vector<int> turns, std::size_t i) const {
    const std::size_t others = static_cast<std::size_t>(said_.ways()) - 1;
    int& turn = turns[i / others];
    turn = (turn + static_cast<int>(i % others) + 1) % said_.ways();
    return turns;
  }

  /// The evidence for these turns with one frame in another way, every one that is not known yet: side by side.
  void look_at_all(const std::vector<int>& turns, const Said& sum) {
    std::vector<std::pair<std::size_t, double*>> unknown;
    for (std::size_t i = 0; i < turns.size() * (static_cast<std::size_t>(said_.ways()) - 1); ++i) {
      const auto [known, is_new] = all_.try_emplace(normalized(with_one_turned(turns, i)), 0);
      if (is_new) unknown.emplace_back(i, &known->second);
    }
    parallel_for(unknown.size(), threads_, [&](std::size_t k) {
      const auto& [i, value] = unknown[k];
      const std::size_t j = i / (static_cast<std::size_t>(said_.ways()) - 1);
      *value = said_.evidence(said_.exchanged(sum, j, turns[j], with_one_turned(turns, i)[j]));
    });
  }

  /// The frames in which two differ when all of one are turned alike such that they are as few as possible; all of them
  /// where two halves could be meant.
  [[nodiscard]] std::vector<std::size_t> differing(const std::vector<int>& a, const std::vector<int>& b) const {
    std::vector<std::size_t> fewest;
    for (int common = 0; common < said_.ways(); ++common) {
      std::vector<std::size_t> here;
      for (std::size_t j = 0; j < a.size(); ++j) {
        if ((b[j] + common) % said_.ways() != a[j]) here.push_back(j);
      }
      if (common == 0 || here.size() < fewest.size()) {
        fewest = std::move(here);
      } else if (here.size() == fewest.size()) {
        fewest.insert(fewest.end(), here.begin(), here.end());
      }
    }
    return fewest;
  }

  const ShapeSaid& said_;
  int threads_;
  std::map<std::vector<int>, double> all_;
};

AgreedTurns search(const ShapeSaid& said, const std::vector<int>& known, int threads) {
  constexpr int kRandomStarts = 12;
  constexpr std::size_t kClimbed = 3;
  Evidence evidence(said, threads);
  std::vector<std::vector<int>> starts = {known};
  RandomStream random(1);
  for (int i = 0; i < kRandomStarts; ++i) {
    std::vector<int> turns(known.size());
    for (int& turn : turns) turn = static_cast<int>(random.index(static_cast<std::uint32_t>(said.ways())));
    starts.push_back(std::move(turns));
  }
  std::vector<std::vector<int>> ends = evidence.settled(std::move(starts));
  evidence.climb(known);
  for (std::size_t i = 0; i < std::min(kClimbed, ends.size()); ++i) evidence.climb(std::move(ends[i]));
  return evidence.best();
}

}  // namespace

AgreedTurns turns_that_agree(const Calibration& calibration, double noise_variance, int threads) {
  constexpr int kRounds = 3;
  const std::size_t count = calibration.frames.size();
  AgreedTurns result{std::vector<int>(count, 0), std::vector<double>(count, 0)};
  ShapeSaid said(calibration, noise_variance, threads);
  if (said.ways() == 1 || !said.complete()) return result;
  said.fit_widths(result.turns);
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<int> before = result.turns;
    result = search(said, before, threads);
    if (result.turns == before) break;  // the widths are theirs
    said.fit_widths(result.turns);
  }
  result.explained = said.explained(result.turns);
  return result;
}

}  // namespace fiducia

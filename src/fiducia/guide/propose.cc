#include "fiducia/guide/propose.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "fiducia/core/parallel.h"
#include "fiducia/guide/placement_search.h"
#include "fiducia/guide/view_in_words.h"
#include "fiducia/guide/view_information.h"

namespace fiducia {
namespace {

bool like_any(const CandidateView& view, const std::vector<CandidateView>& others, ImageSize size) {
  return std::any_of(others.begin(), others.end(),
                     [&](const auto& other) { return alike(view.placement, other.placement, size); });
}

/// One greedy choice with everything that it depends on.
class Choice {
 public:
  Choice(const InformationState& information_state, const Eigen::MatrixXd& a, const Camera& camera, const Board& board,
         const ProposeOptions& options, const std::vector<CandidateView>& taken)
      : information_state_(information_state),
        a_(a),
        camera_(camera),
        board_(board),
        options_(options),
        taken_(taken) {}

  std::optional<CandidateView> best_of(const std::vector<CandidateView>& candidates) const {
    std::vector<double> scores(candidates.size());
    SharedProgress shared(options_.progress);
    parallel_for(candidates.size(), options_.threads, [&](std::size_t i) {
      shared.require_go_on();
      scores[i] = score(candidates[i].S);
    });
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return scores[i] < scores[j]; });
    std::erase_if(order, [&](std::size_t i) { return like_any(candidates[i], taken_, camera_.image_size()); });
    if (order.empty()) return std::nullopt;
    order.resize(std::min<std::size_t>(order.size(), static_cast<std::size_t>(std::max(1, options_.refined))));
    if (options_.refined < 1) return candidates[order.front()];
    std::vector<Scored> refined(order.size());
    parallel_for(order.size(), options_.threads, [&](std::size_t k) {
      shared.require_go_on();
      refined[k] = improved({candidates[order[k]], scores[order[k]]});
    });
    return std::min_element(refined.begin(), refined.end(),
                            [](const Scored& x, const Scored& y) { return x.score < y.score; })
        ->view;
  }

 private:
  struct Scored {
    CandidateView view;
    double score = 0;
    [[nodiscard]] const Placement& placement() const { return view.placement; }
  };

  [[nodiscard]] double score(const Eigen::MatrixXd& s) const {
    return information_state_.criterion(information_state_.with_view(a_, s), options_.criterion);
  }

  [[nodiscard]] std::optional<Scored> at(const Placement& placement) const {
    const std::optional<Pose> pose = pose_of(placement, camera_, board_);
    if (!pose) return std::nullopt;
    std::optional<View> view = view_at(*pose, camera_, board_, options_.limits);
    if (!view) return std::nullopt;
    std::optional<Eigen::MatrixXd> information = view_information(*view, camera_, board_);
    if (!information) return std::nullopt;
    Scored scored{{placement, std::move(*view), std::move(*information)}, 0};
    scored.score = score(scored.view.S);
    return scored;
  }

  [[nodiscard]] Scored improved(const Scored& start) const {
    return searched(start, camera_.image_size(), [&](const Placement& placement) {
      std::optional<Scored> there = at(placement);
      return there && like_any(there->view, taken_, camera_.image_size()) ? std::nullopt : there;
    });
  }

  const InformationState& information_state_;
  const Eigen::MatrixXd& a_;
  const Camera& camera_;
  const Board& board_;
  const ProposeOptions& options_;
  const std::vector<CandidateView>& taken_;
};

}  // namespace

bool alike(const Placement& a, const Placement& b, ImageSize size) {
  if (described_alike(a, b, size)) return true;
  constexpr double kPlace = 0.08;  // of the image's diagonal
  constexpr double kSize = 1.2;
  constexpr double kAngle_rad = 0.3;
  const double ratio = a.distance_m / b.distance_m;
  return (a.pixel - b.pixel).norm() < kPlace * std::hypot(size.width, size.height) &&
         std::max(ratio, 1 / ratio) < kSize && (a.tilt_rad - b.tilt_rad).norm() < kAngle_rad &&
         std::abs(a.roll_rad - b.roll_rad) < kAngle_rad;
}

std::vector<CandidateView> propose_views(const InformationState& information_state, const Camera& camera,
                                         const Board& board, int count, const ProposeOptions& options,
                                         const std::vector<CandidateView>& candidates) {
  std::vector<CandidateView> taken;
  Eigen::MatrixXd a = information_state.A;
  for (int i = 0; i < count; ++i) {
    std::optional<CandidateView> next = Choice(information_state, a, camera, board, options, taken).best_of(candidates);
    if (!next) break;
    a = information_state.with_view(a, next->S);
    taken.push_back(std::move(*next));
  }
  return taken;
}

std::vector<CandidateView> propose_views(const InformationState& information_state, const Camera& camera,
                                         const Board& board, int count, const ProposeOptions& options) {
  return propose_views(information_state, camera, board, count, options, draw_candidates(camera, board, options));
}

}  // namespace fiducia

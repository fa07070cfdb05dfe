#pragma once

#include <cstdint>
#include <vector>

#include "fiducia/guide/information_state.h"
#include "fiducia/guide/placement.h"
#include "fiducia/guide/view.h"

namespace fiducia {

struct ProposeOptions {
  Criterion criterion = Criterion::kEme;
  ViewLimits limits = {};
  int candidates = 200;  ///< views that are drawn
  int refined = 4;       ///< of the best of them, how many a local search improves
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// A view that could be taken, and what it would say.
struct CandidateView {
  Placement placement;
  View view;
  Eigen::MatrixXd S;
};

/// Views all over what lens and board allow: the board's centre anywhere in the image, any tilt up to the limit,
/// upright or turned by 45 or 90 degrees, from as near as the board fills the image to as far as its squares are
/// large enough. A function of the seed, whatever the number of threads. Fewer than asked for, or none, where the
/// limits leave no room.
[[nodiscard]] std::vector<CandidateView> draw_candidates(const Camera& camera, const Board& board,
                                                         const ProposeOptions& options);

/// Two views are the same to somebody who holds the board where they are told in the same words, or the board is shown
/// in about the same place at about the same angle.
[[nodiscard]] bool alike(const Placement& a, const Placement& b, ImageSize size);

/// Views to take one after another: each is the one that, with those before it, makes the criterion least (greedy,
/// which is not always the best set, but is what somebody can follow who may stop after any of them). The best
/// candidates are moved about as long as that helps. A view that hardly differs from one before it is passed over.
[[nodiscard]] std::vector<CandidateView> propose_views(const InformationState& information_state, const Camera& camera,
                                                       const Board& board, int count, const ProposeOptions& options,
                                                       const std::vector<CandidateView>& candidates);
[[nodiscard]] std::vector<CandidateView> propose_views(const InformationState& information_state, const Camera& camera,
                                                       const Board& board, int count,
                                                       const ProposeOptions& options = {});

}  // namespace fiducia

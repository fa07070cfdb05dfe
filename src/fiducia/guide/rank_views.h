#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "fiducia/guide/information_state.h"

namespace fiducia {

/// A view in the order in which it helps.
struct RankedView {
  std::size_t index = 0;     ///< in what was given
  bool determined = true;    ///< false: so few leave parameters open, and nothing is expected yet
  ExpectedMapping expected;  ///< with this view and all before it
};

/// The order in which views that were taken matter: each is the one that makes the criterion least when it joins those
/// before it (the paper's experiment). `base` is what is known without them, `candidates` what each adds (S_j). As long
/// as base and views leave a direction open, the criterion is that of the matrix with a millionth of everything added,
/// in the parameters' own scales, so that the first choices do not depend on units either.
///
/// It says which frames carry the result, not which are good: a frame with a wrong corner can carry much.
[[nodiscard]] std::vector<RankedView> rank_views(const InformationState& information_state, const Eigen::MatrixXd& base,
                                                 const std::vector<Eigen::MatrixXd>& candidates, Criterion criterion);

/// How many of the ranked views, from the first on, are enough for the expected error to be within `part` (0.1: 10%) of
/// what all of them give. The others could be thrown away. `base`: what is expected without any of them; then none may
/// be enough.
[[nodiscard]] std::size_t enough_views(const std::vector<RankedView>& ranked, double part = 0.1,
                                       const std::optional<ExpectedMapping>& base = {});

}  // namespace fiducia

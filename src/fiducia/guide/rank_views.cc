#include "fiducia/guide/rank_views.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace fiducia {
namespace {

/// The least part of what all views say about a direction that counts as knowing it.
constexpr double kWeakPrior = 1e-6;

/// Whether `a` says about every direction at least some part of what `whole` = L L' does.
bool determines(const Eigen::MatrixXd& a, const Eigen::LLT<Eigen::MatrixXd>& whole) {
  if (whole.info() != Eigen::Success) return false;
  const Eigen::MatrixXd half = whole.matrixL().solve(a);
  const Eigen::MatrixXd part = whole.matrixL().solve(half.transpose());
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(part, Eigen::EigenvaluesOnly).eigenvalues()[0] > kWeakPrior;
}

}  // namespace

std::vector<RankedView> rank_views(const InformationState& information_state, const Eigen::MatrixXd& base,
                                   const std::vector<Eigen::MatrixXd>& candidates, Criterion criterion) {
  Eigen::MatrixXd whole = base;
  for (const Eigen::MatrixXd& s : candidates) whole += s;
  const Eigen::LLT<Eigen::MatrixXd> root(whole);
  const Eigen::MatrixXd prior = kWeakPrior * whole;
  std::vector<RankedView> ranked;
  std::vector<bool> used(candidates.size(), false);
  Eigen::MatrixXd a = base;
  bool determined = determines(a, root);
  while (ranked.size() < candidates.size()) {
    std::size_t best = candidates.size();
    double least = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (used[i]) continue;
      Eigen::MatrixXd with = a + candidates[i];
      if (!determined) with += prior;
      const double value = information_state.criterion(with, criterion);
      if (best == candidates.size() || value < least) {
        best = i;
        least = value;
      }
    }
    used[best] = true;
    a += candidates[best];
    determined = determined || determines(a, root);
    ranked.push_back({best, determined, determined ? information_state.expected(a) : ExpectedMapping{}});
  }
  return ranked;
}

std::size_t enough_views(const std::vector<RankedView>& ranked, double part,
                         const std::optional<ExpectedMapping>& base) {
  if (ranked.empty()) return 0;
  const double all_px = ranked.back().expected.eme_px;
  std::size_t enough = ranked.size();
  while (enough > 1 && ranked[enough - 2].determined && ranked[enough - 2].expected.eme_px <= (1 + part) * all_px) {
    --enough;
  }
  if (enough == 1 && base && base->eme_px <= (1 + part) * all_px) return 0;
  return enough;
}

}  // namespace fiducia

#include "fiducia/evaluate/rig_mount_change.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "fiducia/core/random.h"
#include "fiducia/core/statistics.h"

namespace fiducia {
namespace {

constexpr std::size_t kFewestVectors = 6;
/// On each side of a cut.
constexpr std::size_t kFewestOnASide = 2;
constexpr int kPermutations = 499;

struct Cut {
  std::size_t at = 0;
  double gain = 0;  // of the sum of squares
};

Cut best_cut(const std::vector<Vector6>& sequence) {
  Vector6 total = Vector6::Zero();
  for (const Vector6& one : sequence) total += one;
  const auto n = static_cast<double>(sequence.size());
  Cut best;
  Vector6 before = Vector6::Zero();
  for (std::size_t k = 1; k < sequence.size(); ++k) {
    before += sequence[k - 1];
    if (k < kFewestOnASide || sequence.size() - k < kFewestOnASide) continue;
    const auto count = static_cast<double>(k);
    const Vector6 step = (total - before) / (n - count) - before / count;
    const double gain = count * (n - count) / n * step.squaredNorm();
    if (gain > best.gain) best = {k, gain};
  }
  return best;
}

/// Neighbours needed to tell how the components go together.
constexpr std::size_t kFewestForCovariance = 12;

/// What makes the noise of the sequence even in all directions. It is taken from the differences of neighbours, of
/// which a step is in one alone, and the largest of them are left out.
Matrix6 whitening(const std::vector<Vector6>& sequence) {
  std::vector<Vector6> differences;
  for (std::size_t k = 1; k < sequence.size(); ++k) differences.push_back(sequence[k] - sequence[k - 1]);
  Vector6 scale;
  for (int i = 0; i < 6; ++i) {
    std::vector<double> sizes;
    for (const Vector6& one : differences) sizes.push_back(std::abs(one[i]));
    scale[i] = 1 / std::max(median(std::move(sizes)), 1e-300);
  }
  const auto length = [&](const Vector6& one) { return one.cwiseProduct(scale).squaredNorm(); };
  std::sort(differences.begin(), differences.end(),
            [&](const Vector6& a, const Vector6& b) { return length(a) < length(b); });
  differences.resize(differences.size() - 1 - differences.size() / 10);
  if (differences.size() < kFewestForCovariance) return scale.asDiagonal();
  Matrix6 covariance = Matrix6::Zero();
  for (const Vector6& one : differences) covariance += one * one.transpose() / static_cast<double>(differences.size());
  const Eigen::LLT<Matrix6> llt(scale.asDiagonal() * covariance * scale.asDiagonal());
  if (llt.info() != Eigen::Success) return scale.asDiagonal();
  return llt.matrixL().solve(Matrix6(scale.asDiagonal()));
}

}  // namespace

std::optional<StepInSequence> find_step(const std::vector<Vector6>& sequence, std::uint64_t seed) {
  const std::size_t n = sequence.size();
  if (n < kFewestVectors) return std::nullopt;
  Vector6 mean = Vector6::Zero();
  for (const Vector6& one : sequence) mean += one / static_cast<double>(n);
  const Matrix6 whiten = whitening(sequence);
  std::vector<Vector6> scaled;
  double squares = 0;
  for (const Vector6& one : sequence) {
    scaled.emplace_back(whiten * (one - mean));
    squares += scaled.back().squaredNorm();
  }
  const Cut found = best_cut(scaled);
  if (found.at == 0) return std::nullopt;
  int as_good = 0;
  RandomStream random(seed, 0);
  for (int i = 0; i < kPermutations; ++i) {
    for (std::size_t k = n - 1; k > 0; --k)
      std::swap(scaled[k], scaled[random.index(static_cast<std::uint32_t>(k + 1))]);
    as_good += best_cut(scaled).gain >= found.gain ? 1 : 0;
  }
  StepInSequence step;
  step.first_after = found.at;
  step.p_value = (1.0 + as_good) / (1.0 + kPermutations);
  step.share = found.gain / squares;
  for (std::size_t k = 0; k < n; ++k) {
    const auto side = static_cast<double>(k < found.at ? found.at : n - found.at);
    step.change += (k < found.at ? -1 : 1) * sequence[k] / side;
  }
  return step;
}

Vector6 weighted_change(const std::vector<Vector6>& sequence, const std::vector<Matrix6>& covariances,
                        std::size_t first_after) {
  Vector6 change = Vector6::Zero();
  for (const bool after : {false, true}) {
    Matrix6 weights = Matrix6::Zero();
    Vector6 sum = Vector6::Zero();
    for (std::size_t k = after ? first_after : 0; k < (after ? sequence.size() : first_after); ++k) {
      const Matrix6 weight = covariances[k].ldlt().solve(Matrix6::Identity());
      weights += weight;
      sum += weight * sequence[k];
    }
    const Vector6 mean = weights.ldlt().solve(sum);
    change += after ? mean : Vector6(-mean);
  }
  return change;
}

Matrix6 relative_covariance(const Pose& a_from_target, const Matrix6& covariance_a, const Pose& b_from_a,
                            const Matrix6& covariance_b) {
  // R = R_b R_a' turns by w_b - R w_a; t = t_b - R t_a shifts by dt_b - (w_b - R w_a) x (R t_a) - R dt_a.
  const Vector3 arm = b_from_a.rotation * a_from_target.translation;
  Matrix6 by_b = Matrix6::Identity();
  by_b.block<3, 3>(3, 0) << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;  // arm x w
  Matrix6 turned = Matrix6::Zero();
  turned.topLeftCorner<3, 3>() = b_from_a.rotation;
  turned.bottomRightCorner<3, 3>() = b_from_a.rotation;
  const Matrix6 by_a = -by_b * turned;
  return by_a * covariance_a * by_a.transpose() + by_b * covariance_b * by_b.transpose();
}

}  // namespace fiducia

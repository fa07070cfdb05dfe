#include "fiducia/evaluate/frame_partition.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>

#include "fiducia/core/random.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// What a part leaves open moves no further than this part of all frames' information holds it.
constexpr double kHeld = 1e-3;
constexpr int kRandomStarts = 40;
constexpr int kMostMoves = 30;

/// What frames say, in units in which all of them together say 1.
struct Says {
  std::vector<MatrixXd> S;
  std::vector<VectorXd> s;

  explicit Says(const Calibration& calibration) {
    const std::vector<double> weights = frame_weights(calibration);
    const Eigen::LLT<MatrixXd> root(calibration.information.matrix(weights));
    if (root.info() != Eigen::Success) return;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      const FrameInformation& frame = calibration.information.frames[j];
      const MatrixXd half = root.matrixL().solve(weights[j] * frame.S());
      S.push_back(root.matrixL().solve(half.transpose()));
      s.push_back(root.matrixL().solve(weights[j] * frame.s()));
    }
  }

  /// Where the camera of one part would go.
  [[nodiscard]] VectorXd moved(const std::vector<std::size_t>& parts, std::size_t part) const {
    const Index size = s.front().size();
    MatrixXd A = kHeld * MatrixXd::Identity(size, size);
    VectorXd b = VectorXd::Zero(size);
    for (std::size_t j = 0; j < s.size(); ++j) {
      if (parts[j] != part) continue;
      A += S[j];
      b += s[j];
    }
    return A.llt().solve(b);
  }

  /// By how much a frame's cost falls where the camera moves so.
  [[nodiscard]] double gain(std::size_t j, const VectorXd& move) const {
    return 2 * s[j].dot(move) - move.dot(S[j] * move);
  }
};

/// Rounds of moving cameras and frames; the partition is changed.
double improve(const Says& says, std::vector<std::size_t>* second) {
  double gain = 0;
  for (int round = 0; round < kMostMoves; ++round) {
    const VectorXd moves[2] = {says.moved(*second, 0), says.moved(*second, 1)};
    gain = 0;
    bool changed = false;
    for (std::size_t j = 0; j < second->size(); ++j) {
      const double gains[2] = {says.gain(j, moves[0]), says.gain(j, moves[1])};
      const std::size_t part = gains[1] > gains[0] ? 1 : 0;
      changed = changed || part != (*second)[j];
      (*second)[j] = part;
      gain += gains[part];
    }
    if (!changed) break;
  }
  return gain;
}

/// Partitions along the directions in which the frames pull apart most.
std::vector<std::vector<std::size_t>> directed_starts(const Says& says) {
  const Index size = says.s.front().size();
  MatrixXd pulls = MatrixXd::Zero(size, size);
  for (const VectorXd& s : says.s) pulls += s * s.transpose();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> directions(pulls);
  std::vector<std::vector<std::size_t>> starts;
  for (Index i = 0; i < size; ++i) {
    std::vector<std::size_t> start;
    for (const VectorXd& s : says.s) start.push_back(s.dot(directions.eigenvectors().col(i)) > 0 ? 1 : 0);
    starts.push_back(std::move(start));
  }
  return starts;
}

}  // namespace

FramePartition partition_frames(const Calibration& calibration, std::size_t fewest) {
  FramePartition best;
  const Says says(calibration);
  const std::size_t frames = says.s.size();
  if (frames < 2 * fewest) return best;
  std::vector<std::vector<std::size_t>> starts = directed_starts(says);
  RandomStream random(1);
  for (int i = 0; i < kRandomStarts; ++i) {
    std::vector<std::size_t> start(frames);
    for (std::size_t& part : start) part = random.index(2);
    starts.push_back(std::move(start));
  }
  for (std::vector<std::size_t>& start : starts) {
    const double gain = improve(says, &start);
    const auto count = static_cast<std::size_t>(std::count(start.begin(), start.end(), 1));
    if (gain <= best.gain || count < fewest || frames - count < fewest) continue;
    best = {std::move(start), gain};
  }
  return best;
}

}  // namespace fiducia

#include "fiducia/evaluate/approximate_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"

namespace fiducia {
namespace {

/// Samples that share a random stream: starting one costs as much as a sample.
constexpr std::size_t kChunk = 100;
/// A pivot under this, where the sum of all frames has pivots of 1, is zero.
constexpr double kLeastPivot = 1e-10;
constexpr int kMostApproximateDraws = 100;

/// The pairs as rows of numbers that are added up: the lower triangle of M_j column by column, then z_j.
class PackedPairs {
 public:
  explicit PackedPairs(const FramePairs& pairs)
      : size_(static_cast<std::size_t>(pairs.L.rows())), frames_(pairs.size()), row_(size_ * (size_ + 3) / 2) {
    for (std::size_t j = 0; j < frames_; ++j) {
      for (Eigen::Index c = 0; c < pairs.L.rows(); ++c) {
        for (Eigen::Index r = c; r < pairs.L.rows(); ++r) data_.push_back(pairs.M[j](r, c));
      }
      data_.insert(data_.end(), pairs.z[j].begin(), pairs.z[j].end());
    }
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t frames() const { return frames_; }

  /// Draws frames with replacement and solves for their step; false where they leave a direction open.
  bool draw(RandomStream& random, std::vector<double>& system, std::vector<std::uint32_t>& multiplicities,
            double* step) const {
    std::fill(multiplicities.begin(), multiplicities.end(), 0U);
    for (std::size_t i = 0; i < frames_; ++i) ++multiplicities[random.index(static_cast<std::uint32_t>(frames_))];
    std::fill(system.begin(), system.end(), 0.0);
    for (std::size_t j = 0; j < frames_; ++j) {
      if (multiplicities[j] == 0) continue;
      const double m = multiplicities[j];
      const double* row = data_.data() + j * row_;
      for (std::size_t i = 0; i < row_; ++i) system[i] += m * row[i];
    }
    return solve(system.data(), step);
  }
  [[nodiscard]] std::size_t row() const { return row_; }

 private:
  /// Cholesky on the packed triangle; forward and backward substitution.
  bool solve(double* a, double* x) const {
    const std::size_t n = size_;
    const double* b = a + n * (n + 1) / 2;
    std::copy(b, b + n, x);
    double* column = a;
    for (std::size_t c = 0; c < n; ++c) {  // column[i] is the entry (c + i, c)
      if (!(column[0] > kLeastPivot)) return false;
      const double inverse = 1 / std::sqrt(column[0]);
      column[0] = inverse;
      for (std::size_t i = 1; i < n - c; ++i) column[i] *= inverse;
      x[c] *= inverse;
      double* next = column + (n - c);
      for (std::size_t i = 1; i < n - c; ++i) {
        x[c + i] -= column[i] * x[c];
        for (std::size_t k = i; k < n - c; ++k) next[k - i] -= column[i] * column[k];
        next += n - c - i;
      }
      column += n - c;
    }
    for (std::size_t c = n; c-- > 0;) {
      column -= n - c;
      double sum = x[c];
      for (std::size_t i = 1; i < n - c; ++i) sum -= column[i] * x[c + i];
      x[c] = sum * column[0];
    }
    return true;
  }

  std::size_t size_;
  std::size_t frames_;
  std::size_t row_;
  std::vector<double> data_;
};

}  // namespace

ApproximateBootstrap approximate_bootstrap(const FramePairs& pairs, const ResamplingOptions& options) {
  if (options.samples < 2) throw Error(ErrorCode::kBadOption, "a bootstrap needs at least 2 samples");
  const PackedPairs packed(pairs);
  const auto samples = static_cast<std::size_t>(options.samples);
  Eigen::MatrixXd steps(pairs.L.rows(), options.samples);
  std::vector<int> redrawn((samples + kChunk - 1) / kChunk);
  parallel_for(redrawn.size(), options.threads, [&](std::size_t chunk) {
    RandomStream random(options.seed, chunk);
    std::vector<double> system(packed.row());
    std::vector<std::uint32_t> multiplicities(packed.frames());
    for (std::size_t i = chunk * kChunk; i < std::min(samples, (chunk + 1) * kChunk); ++i) {
      while (!packed.draw(random, system, multiplicities, steps.col(static_cast<Eigen::Index>(i)).data())) {
        if (++redrawn[chunk] > kMostApproximateDraws * static_cast<int>(kChunk)) {
          throw Error(ErrorCode::kDegenerate, "hardly a resampling of these " + std::to_string(packed.frames()) +
                                                  " frames determines the parameters; take more images");
        }
      }
    }
  });
  const Eigen::VectorXd mean = steps.rowwise().mean();
  steps.colwise() -= mean;
  ApproximateBootstrap result;
  result.covariance = pairs.in_parameters(steps * steps.transpose() / (options.samples - 1.0));
  result.samples = options.samples;
  for (const int count : redrawn) result.redrawn += count;
  return result;
}

}  // namespace fiducia

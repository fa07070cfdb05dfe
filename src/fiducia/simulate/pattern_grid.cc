#include "fiducia/simulate/pattern_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace fiducia {
namespace {

constexpr double kReach = 5;  // standard deviations: 3e-7 of a Gaussian lies beyond, less than a step of 16 bits

/// The normal distribution function by linear interpolation, to 5e-7: several evaluations per sample make erfc too
/// slow.
class NormalTable {
 public:
  NormalTable() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      values_[i] = 0.5 * std::erfc(-(static_cast<double>(i) / kSteps - kReach) / std::sqrt(2.0));
    }
  }
  [[nodiscard]] double operator()(double z) const {
    if (!(z > -kReach)) return 0;
    if (z >= kReach) return 1;
    const double at = (z + kReach) * kSteps;
    const auto i = static_cast<std::size_t>(at);
    return values_[i] + (at - static_cast<double>(i)) * (values_[i + 1] - values_[i]);
  }

 private:
  static constexpr int kSteps = 256;
  std::array<double, static_cast<std::size_t>(2 * kReach * kSteps) + 2> values_{};
};

double normal(double z) {
  static const NormalTable table;
  return table(z);
}

}  // namespace

PatternAxis::PatternAxis(std::vector<double> breaks) : breaks_(std::move(breaks)) {
  const std::size_t buckets = 4 * breaks_.size();
  buckets_per_length_ = static_cast<double>(buckets) / (last() - first());
  first_.resize(buckets + 1);
  int i = 1;
  for (std::size_t bucket = 0; bucket <= buckets; ++bucket) {
    // A little before the bucket, because the bucket of an x is found with a rounding error.
    const double begin = first() + (static_cast<double>(bucket) - 1e-6) / buckets_per_length_;
    while (i + 1 < size() && begin >= breaks_[static_cast<std::size_t>(i)]) ++i;
    first_[bucket] = i;
  }
}

double SoftEdge::before(double line) const {
  const double d = (line - centre) * per_length;
  return normal(d * (1 - 0.5 * curvature * d));
}

PatternGrid::PatternGrid(PatternAxis x, PatternAxis y, std::vector<float> reflectance)
    : x_(std::move(x)), y_(std::move(y)), reflectance_(std::move(reflectance)) {}

std::vector<Eigen::AlignedBox2d> PatternGrid::black_boxes() const {
  std::vector<Eigen::AlignedBox2d> boxes;
  for (int j = 1; j + 1 < y_.size(); ++j) {
    for (int i = 1; i + 1 < x_.size(); ++i) {
      if (cell(i, j) != 0) continue;
      const int first = i;
      while (i + 2 < x_.size() && cell(i + 1, j) == 0) ++i;
      boxes.emplace_back(Vector2(x_.end(first - 1), y_.end(j - 1)), Vector2(x_.end(i), y_.end(j)));
    }
  }
  return boxes;
}

Eigen::AlignedBox2d PatternGrid::outline() const {
  return {Vector2(x_.first(), y_.first()), Vector2(x_.last(), y_.last())};
}

std::optional<double> PatternGrid::uniform(const Vector2& low, const Vector2& high) const {
  const int i0 = x_.stretch(low.x());
  const int i1 = x_.stretch(high.x());
  const int j0 = y_.stretch(low.y());
  const int j1 = y_.stretch(high.y());
  const double value = cell(i0, j0);
  for (int j = j0; j <= j1; ++j) {
    for (int i = i0; i <= i1; ++i) {
      if (cell(i, j) != value) return std::nullopt;
    }
  }
  return value;
}

double PatternGrid::average(const SoftEdge& x, const SoftEdge& y) const {
  const double reach_x = kReach / x.per_length;
  const double reach_y = kReach / y.per_length;
  const int i0 = x_.stretch(x.centre - reach_x);
  const int i1 = x_.stretch(x.centre + reach_x);
  const int j0 = y_.stretch(y.centre - reach_y);
  const int j1 = y_.stretch(y.centre + reach_y);
  double sum = 0;
  double before_y = 0;
  for (int j = j0; j <= j1; ++j) {
    double row = 0;
    double before_x = 0;
    for (int i = i0; i <= i1; ++i) {
      const double until = i == i1 ? 1 : x.before(x_.end(i));
      row += (until - before_x) * cell(i, j);
      before_x = until;
    }
    const double until = j == j1 ? 1 : y.before(y_.end(j));
    sum += (until - before_y) * row;
    before_y = until;
  }
  return sum;
}

}  // namespace fiducia

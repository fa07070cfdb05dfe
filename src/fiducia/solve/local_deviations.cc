#include "fiducia/solve/local_deviations.h"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "fiducia/core/parallel.h"

namespace fiducia {
namespace {

constexpr int kNeighbours = 8;
/// With fewer than this a median says nothing.
constexpr int kFewestNeighbours = 4;
/// The nearest corners of the target that are looked through before all corners of the frame are.
constexpr std::size_t kListed = 32;

/// A few corners of one frame, by their places in it.
struct Neighbours {
  std::array<std::size_t, kNeighbours> places{};
  int count = 0;
};

/// For each corner of a target the others by their distance, ties by id.
class NeighbourTable {
 public:
  explicit NeighbourTable(const std::vector<Vector3>& points) : points_(points), nearest_(points.size()) {
    for (std::size_t id = 0; id < points.size(); ++id) {
      if (!points[id].allFinite()) continue;
      std::vector<std::pair<double, int>> by_distance;
      for (std::size_t other = 0; other < points.size(); ++other) {
        if (other == id || !points[other].allFinite()) continue;
        by_distance.emplace_back((points[other] - points[id]).squaredNorm(), static_cast<int>(other));
      }
      const std::size_t count = std::min(kListed, by_distance.size());
      std::partial_sort(by_distance.begin(), by_distance.begin() + static_cast<std::ptrdiff_t>(count),
                        by_distance.end());
      for (std::size_t k = 0; k < count; ++k) nearest_[id].push_back(by_distance[k].second);
    }
  }

  /// The corners of a frame nearest to corner i. place_of: by id, -1 where the frame does not show it.
  [[nodiscard]] Neighbours of(std::size_t i, const std::vector<Corner>& corners,
                              const std::vector<int>& place_of) const {
    Neighbours result;
    for (const int id : nearest_[static_cast<std::size_t>(corners[i].id)]) {
      const int place = place_of[static_cast<std::size_t>(id)];
      if (place < 0) continue;
      result.places[static_cast<std::size_t>(result.count++)] = static_cast<std::size_t>(place);
      if (result.count == kNeighbours) return result;
    }
    if (static_cast<std::size_t>(result.count) + 1 == corners.size()) return result;
    return among_all(i, corners);
  }

 private:
  [[nodiscard]] Neighbours among_all(std::size_t i, const std::vector<Corner>& corners) const {
    std::vector<std::pair<double, std::size_t>> by_distance;
    const Vector3& here = points_[static_cast<std::size_t>(corners[i].id)];
    for (std::size_t k = 0; k < corners.size(); ++k) {
      if (k != i) by_distance.emplace_back((points_[static_cast<std::size_t>(corners[k].id)] - here).squaredNorm(), k);
    }
    Neighbours result;
    result.count = static_cast<int>(std::min<std::size_t>(kNeighbours, by_distance.size()));
    std::partial_sort(by_distance.begin(), by_distance.begin() + result.count, by_distance.end());
    for (int k = 0; k < result.count; ++k) {
      result.places[static_cast<std::size_t>(k)] = by_distance[static_cast<std::size_t>(k)].second;
    }
    return result;
  }

  const std::vector<Vector3>& points_;
  std::vector<std::vector<int>> nearest_;
};

/// Residuals of the neighbours, one row each.
using Values = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::ColMajor, kNeighbours, 2>;

/// What an affine function of the place on the target, fitted to the neighbours, says at the corner itself; arms: the
/// way to each neighbour.
Vector2 extrapolated(const Values& arms, const Values& residuals) {
  Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::ColMajor, kNeighbours, 3> rows(arms.rows(), 3);
  rows.col(0).setOnes();
  rows.rightCols<2>() = arms;
  return rows.colPivHouseholderQr().solve(residuals).row(0);
}

/// Of a few values, sorted by insertion.
double median_of(const Eigen::Ref<const Eigen::VectorXd>& values) {
  std::array<double, kNeighbours> sorted{};
  std::size_t count = 0;
  for (const double value : values) {
    std::size_t place = count++;
    for (; place > 0 && sorted[place - 1] > value; --place) sorted[place] = sorted[place - 1];
    sorted[place] = value;
  }
  return count % 2 == 1 ? sorted[count / 2] : 0.5 * (sorted[count / 2 - 1] + sorted[count / 2]);
}

/// What gives deviations one sigma where weights differ: the median of the neighbours has about half the noise of one.
double weight_of_deviation(double own, double neighbours) {
  constexpr double kPart = 0.25;
  return std::sqrt((1 + kPart) / (1 / (own * own) + kPart / (neighbours * neighbours)));
}

}  // namespace

std::vector<double> local_deviations(const Calibration& calibration, int threads, const Progress& progress) {
  require_converged(calibration, "a search for outliers");
  std::vector<std::size_t> first;
  std::size_t count = 0;
  for (const FrameFit& frame : calibration.frames) {
    first.push_back(count);
    count += corners_of(calibration, frame).size();
  }
  std::vector<double> deviations(count);
  const std::vector<Vector3>& points = calibration.observations->target.points;
  const NeighbourTable table(points);
  SharedProgress shared(progress);
  parallel_for(first.size(), threads, [&](std::size_t j) {
    shared.require_go_on();
    const std::vector<Corner>& corners = corners_of(calibration, calibration.frames[j]);
    const std::span<const double> residuals = calibration.residuals.frame(j);
    std::vector<int> place_of(points.size(), -1);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      place_of[static_cast<std::size_t>(corners[i].id)] = static_cast<int>(i);
    }
    // Without the weights: what is systematic is common to neighbours in pixels, however sharply each is seen.
    const auto residual = [&](std::size_t k) -> Vector2 {
      return Vector2(residuals[2 * k], residuals[2 * k + 1]) / corners[k].weight;
    };
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Neighbours neighbours = table.of(i, corners, place_of);
      if (neighbours.count < kFewestNeighbours) continue;
      Values theirs(neighbours.count, 2);
      Values arms(neighbours.count, 2);
      std::array<double, kNeighbours> weights{};
      const Vector3& here = points[static_cast<std::size_t>(corners[i].id)];
      for (int k = 0; k < neighbours.count; ++k) {
        const std::size_t place = neighbours.places[static_cast<std::size_t>(k)];
        theirs.row(k) = residual(place);
        arms.row(k) = (points[static_cast<std::size_t>(corners[place].id)] - here).head<2>();
        weights[static_cast<std::size_t>(k)] = corners[place].weight;
      }
      const Vector2 mine = residual(i);
      const Vector2 middle(median_of(theirs.col(0)), median_of(theirs.col(1)));
      const double median_weight = median_of(Eigen::Map<const Eigen::VectorXd>(weights.data(), neighbours.count));
      deviations[first[j] + i] = weight_of_deviation(corners[i].weight, median_weight) *
                                 std::min((mine - middle).norm(), (mine - extrapolated(arms, theirs)).norm());
    }
  });
  return deviations;
}

}  // namespace fiducia

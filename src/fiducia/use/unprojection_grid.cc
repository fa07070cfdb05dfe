#include "fiducia/use/unprojection_grid.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"

namespace fiducia {
namespace {

using Nodes = Eigen::Matrix<double, Eigen::Dynamic, 2>;

/// Weights of four neighbouring nodes at a place t of [0, 1] between the middle two.
std::array<double, 4> spline_weights(double t) {
  const double s = 1 - t;
  return {s * s * s / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * s * s * s - 6 * s * s + 4) / 6, t * t * t / 6};
}

struct GridPlace {
  int column;
  int row;
  std::array<double, 16> weights;  // of the nodes (column + i, row + j), i fastest
};

GridPlace grid_place(int column, int row, double along_u, double along_v) {
  GridPlace place{column, row, {}};
  const std::array<double, 4> u = spline_weights(along_u);
  const std::array<double, 4> v = spline_weights(along_v);
  for (std::size_t k = 0; k < 16; ++k) place.weights[k] = u[k % 4] * v[k / 4];
  return place;
}

/// One size of grid for one camera.
class GridFit {
 public:
  GridFit(const Camera& camera, int columns, int rows, int threads, const Progress& progress)
      : camera_(camera), columns_(columns), rows_(rows), threads_(threads), shared_(progress) {}

  [[nodiscard]] UnprojectionGrid make() {
    UnprojectionGrid grid{camera_.image_size(), columns_, rows_, {}, {}, 0, 0};
    const Nodes nodes = solve();
    grid.nodes.reserve(static_cast<std::size_t>(nodes.size()));
    for (Eigen::Index i = 0; i < nodes.rows(); ++i) {
      grid.nodes.push_back(static_cast<float>(nodes(i, 0)));
      grid.nodes.push_back(static_cast<float>(nodes(i, 1)));
    }
    return grid;
  }

 private:
  static constexpr int kSamples = 4;  // per side of a cell

  [[nodiscard]] int node_index(int column, int row) const { return row * (columns_ + 3) + column; }
  [[nodiscard]] Vector2 pixel_at(int column, int row, double along_u, double along_v) const {
    const ImageSize size = camera_.image_size();
    return {(column + along_u) * size.width / columns_ - 0.5, (row + along_v) * size.height / rows_ - 0.5};
  }

  struct CellSums {
    Eigen::Matrix<double, 16, 16> normal = Eigen::Matrix<double, 16, 16>::Zero();
    Eigen::Matrix<double, 16, 2> right = Eigen::Matrix<double, 16, 2>::Zero();
  };

  [[nodiscard]] CellSums sums_of(int column, int row) const {
    CellSums sums;
    for (int k = 0; k < kSamples * kSamples; ++k) {
      const double along_u = (k % kSamples + 0.5) / kSamples;
      const double along_v = (static_cast<double>(k / kSamples) + 0.5) / kSamples;
      const std::optional<Vector3> ray = camera_.unproject(pixel_at(column, row, along_u, along_v));
      if (!ray || 1 + ray->z() < 1e-6) continue;
      const GridPlace place = grid_place(column, row, along_u, along_v);
      const Eigen::Map<const Eigen::Matrix<double, 16, 1>> w(place.weights.data());
      sums.normal += w * w.transpose();
      sums.right += w * (ray->head<2>() / (1 + ray->z())).transpose();
    }
    return sums;
  }

  [[nodiscard]] Nodes solve() {
    const int count = (columns_ + 3) * (rows_ + 3);
    std::vector<CellSums> cells(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
    parallel_for(static_cast<std::size_t>(rows_), threads_, [&](std::size_t row) {
      shared_.require_go_on();
      for (int column = 0; column < columns_; ++column) {
        cells[row * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)] =
            sums_of(column, static_cast<int>(row));
      }
    });
    std::vector<Eigen::Triplet<double>> triplets;
    Nodes right = Nodes::Zero(count, 2);
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        const CellSums& sums = cells[static_cast<std::size_t>(row * columns_ + column)];
        for (int a = 0; a < 16; ++a) {
          const int i = node_index(column + a % 4, row + a / 4);
          right.row(i) += sums.right.row(a);
          for (int b = 0; b < 16; ++b) {
            if (sums.normal(a, b) == 0) continue;
            triplets.emplace_back(i, node_index(column + b % 4, row + b / 4), sums.normal(a, b));
          }
        }
      }
    }
    add_smoothness(&triplets);
    Eigen::SparseMatrix<double> normal(count, count);
    normal.setFromTriplets(triplets.begin(), triplets.end());
    shared_.require_go_on();
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(normal);
    return solver.solve(right);
  }

  /// Nodes that no ray speaks of go on as their neighbours do. So weak that the others do not feel it.
  void add_smoothness(std::vector<Eigen::Triplet<double>>* triplets) const {
    constexpr double kWeight = 1e-9;
    constexpr std::array<double, 3> kBend = {1, -2, 1};
    const auto add = [&](const std::array<int, 3>& nodes) {
      for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t b = 0; b < 3; ++b) triplets->emplace_back(nodes[a], nodes[b], kWeight * kBend[a] * kBend[b]);
      }
    };
    for (int row = 0; row < rows_ + 3; ++row) {
      for (int column = 0; column < columns_ + 3; ++column) {
        const int i = node_index(column, row);
        triplets->emplace_back(i, i, 1e-6 * kWeight);
        if (column > 0 && column < columns_ + 2) add({i - 1, i, i + 1});
        if (row > 0 && row < rows_ + 2) add({node_index(column, row - 1), i, node_index(column, row + 1)});
      }
    }
  }

  const Camera& camera_;
  int columns_;
  int rows_;
  int threads_;
  SharedProgress shared_;
};

/// What the checks of one cell say.
struct CellCheck {
  int places = 0;
  int with_ray = 0;
  double error_px = 0;
};

Vector3 ray_in_grid(const UnprojectionGrid& grid, const GridPlace& place) {
  Vector2 sum = Vector2::Zero();
  for (int k = 0; k < 16; ++k) {
    const auto node = static_cast<std::size_t>((place.row + k / 4) * (grid.columns + 3) + place.column + k % 4);
    sum += place.weights[static_cast<std::size_t>(k)] *
           Vector2(static_cast<double>(grid.nodes[2 * node]), static_cast<double>(grid.nodes[2 * node + 1]));
  }
  const double q = sum.squaredNorm();
  return Vector3(2 * sum.x(), 2 * sum.y(), 1 - q) / (1 + q);
}

/// By the formula of the model, also just outside its domain.
double error_at(const Camera& camera, const Vector3& ray, const Vector2& pixel) {
  const Model& model = camera.model();
  if (!model.computable(camera.parameters().data(), ray)) return std::numeric_limits<double>::infinity();
  const double error = (model.project(camera.parameters().data(), ray) - pixel).norm();
  return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

CellCheck check_cell(const Camera& camera, const UnprojectionGrid& grid, int column, int row) {
  constexpr int kChecks = 5;  // per side, on the borders too: other places than those of the fit
  CellCheck check;
  for (int k = 0; k < kChecks * kChecks; ++k) {
    const double along_u = (k % kChecks) / (kChecks - 1.0);
    const double along_v = static_cast<double>(k / kChecks) / (kChecks - 1.0);
    const Vector2 pixel((column + along_u) * grid.image_size.width / grid.columns - 0.5,
                        (row + along_v) * grid.image_size.height / grid.rows - 0.5);
    ++check.places;
    if (!camera.unproject(pixel)) continue;
    ++check.with_ray;
    const Vector3 ray = ray_in_grid(grid, grid_place(column, row, along_u, along_v));
    check.error_px = std::max(check.error_px, error_at(camera, ray, pixel));
  }
  return check;
}

/// Fills in what is covered. With `exclude` cells beyond the limit are left out, else they only count as error.
void check_grid(const Camera& camera, const UnprojectionGridOptions& options, double limit_px, bool exclude,
                UnprojectionGrid* grid) {
  std::vector<CellCheck> checks(static_cast<std::size_t>(grid->columns) * static_cast<std::size_t>(grid->rows));
  SharedProgress shared(options.progress);
  parallel_for(static_cast<std::size_t>(grid->rows), options.threads, [&](std::size_t row) {
    shared.require_go_on();
    for (int column = 0; column < grid->columns; ++column) {
      checks[row * static_cast<std::size_t>(grid->columns) + static_cast<std::size_t>(column)] =
          check_cell(camera, *grid, column, static_cast<int>(row));
    }
  });
  grid->covered.assign(checks.size(), 0);
  grid->largest_error_px = 0;
  double covered = 0;
  double with_ray = 0;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    with_ray += checks[i].with_ray;
    if (checks[i].with_ray < checks[i].places || (exclude && checks[i].error_px > limit_px)) continue;
    grid->covered[i] = 1;
    covered += checks[i].with_ray;
    grid->largest_error_px = std::max(grid->largest_error_px, checks[i].error_px);
  }
  grid->covered_share = with_ray > 0 ? covered / with_ray : 0;
}

}  // namespace

std::optional<Vector3> UnprojectionGrid::unproject(const Vector2& pixel) const {
  const double u = (pixel.x() + 0.5) * columns / image_size.width;
  const double v = (pixel.y() + 0.5) * rows / image_size.height;
  if (!(u >= 0 && v >= 0 && u <= columns && v <= rows)) return std::nullopt;
  const int column = std::min(static_cast<int>(u), columns - 1);
  const int row = std::min(static_cast<int>(v), rows - 1);
  if (covered[static_cast<std::size_t>(row * columns + column)] == 0) return std::nullopt;
  return ray_in_grid(*this, grid_place(column, row, u - column, v - row));
}

UnprojectionGrid unprojection_grid(const Camera& camera, const UnprojectionGridOptions& options) {
  const double limit_px = 0.9 * options.error_px;
  const ImageSize size = camera.image_size();
  const double longer = std::max(size.width, size.height);
  const auto side = [&](int pixels, int cells) {
    return std::max(1, static_cast<int>(std::lround(cells * pixels / longer)));
  };
  const auto with_cells = [&](int cells) {
    UnprojectionGrid grid =
        GridFit(camera, side(size.width, cells), side(size.height, cells), options.threads, options.progress).make();
    check_grid(camera, options, limit_px, false, &grid);
    return grid;
  };
  const auto good = [&](const UnprojectionGrid& grid) {
    return grid.covered_share > 0 && grid.largest_error_px <= limit_px;
  };
  int too_few = 1;
  int cells = 2;
  UnprojectionGrid best = with_cells(cells);
  while (!good(best) && cells < options.most_cells) {
    too_few = cells;
    cells = std::min(2 * cells, options.most_cells);
    best = with_cells(cells);
  }
  if (!good(best)) {
    check_grid(camera, options, limit_px, true, &best);
    if (best.covered_share > 0) return best;
    throw Error(ErrorCode::kBadOption, "--grid-error: no grid of up to " + std::to_string(options.most_cells) +
                                           " cells per side follows this camera so closely; give a larger error");
  }
  while (cells - too_few > 1) {
    const int between = (cells + too_few) / 2;
    UnprojectionGrid tried = with_cells(between);
    if (good(tried)) {
      cells = between;
      best = std::move(tried);
    } else {
      too_few = between;
    }
  }
  return best;
}

}  // namespace fiducia

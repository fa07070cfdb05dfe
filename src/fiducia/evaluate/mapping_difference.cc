#include "fiducia/evaluate/mapping_difference.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <string>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/core/error.h"

namespace fiducia {
namespace {

struct CommonRay {
  std::size_t cell;
  Vector2 pixel;
  Vector3 ray;
  double weight;
};

void require_same_size(const Camera& a, const Camera& b) {
  if (a.image_size() == b.image_size()) return;
  throw Error(ErrorCode::kBadData, "the cameras have images of different sizes, " + to_string(a.image_size()) +
                                       " and " + to_string(b.image_size()) + ": their pixels cannot be compared");
}

/// Weighted mean square per coordinate; infinite where a ray cannot be projected. By the formula, without a look at
/// the domain: a ray that leaves it for a moment must not stop the search.
double mean_square(const Camera& camera, const std::vector<CommonRay>& rays, const Matrix3& rotation) {
  const double* theta = camera.parameters().data();
  double sum = 0;
  double weights = 0;
  for (const CommonRay& ray : rays) {
    const Vector3 turned = rotation * ray.ray;
    if (!camera.model().computable(theta, turned)) return std::numeric_limits<double>::infinity();
    sum += ray.weight * (camera.model().project(theta, turned) - ray.pixel).squaredNorm();
    weights += 2 * ray.weight;
  }
  return sum / weights;
}

/// Gauss-Newton on the rotation, halving steps that do not help.
Matrix3 best_rotation(const Camera& camera, const std::vector<CommonRay>& rays) {
  Matrix3 rotation = Matrix3::Identity();
  double cost = mean_square(camera, rays, rotation);
  constexpr int kMostSteps = 50;
  for (int i = 0; i < kMostSteps; ++i) {
    std::vector<Vector3> turned;
    for (const CommonRay& ray : rays) turned.push_back(rotation * ray.ray);
    const Eigen::MatrixXd j_omega = rotation_derivatives(turned, linearize_points(camera, turned).point);
    Matrix3 normal = Matrix3::Zero();
    Vector3 gradient = Vector3::Zero();
    for (std::size_t k = 0; k < rays.size(); ++k) {
      const Vector2 r = rays[k].pixel - camera.model().project(camera.parameters().data(), turned[k]);
      const auto j = j_omega.middleRows<2>(2 * static_cast<Eigen::Index>(k));
      normal += rays[k].weight * j.transpose() * j;
      gradient += rays[k].weight * j.transpose() * r;
    }
    Vector3 step = normal.ldlt().solve(gradient);
    if (!step.allFinite() || step.norm() < 1e-15) break;
    Matrix3 trial = renormalized(rotation_exp(step) * rotation);
    double trial_cost = mean_square(camera, rays, trial);
    for (int halving = 0; halving < 30 && !(trial_cost < cost); ++halving) {
      step *= 0.5;
      trial = renormalized(rotation_exp(step) * rotation);
      trial_cost = mean_square(camera, rays, trial);
    }
    if (!(trial_cost < cost)) break;
    const bool settled = cost - trial_cost <= 1e-14 * cost;
    rotation = trial;
    cost = trial_cost;
    if (settled) break;
  }
  return rotation;
}

MappingOffset offset(const Camera& camera, const std::vector<CommonRay>& rays, const Matrix3& rotation,
                     const GridOptions& grid) {
  MappingOffset result;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      result.map.push_back({cell_centre(camera.image_size(), grid, column, row)});
    }
  }
  result.k = mean_square(camera, rays, rotation);
  result.k_px = std::sqrt(result.k);
  for (const CommonRay& ray : rays) {
    MappingArrow& arrow = result.map[ray.cell];
    arrow.comparable = true;
    arrow.difference = camera.model().project(camera.parameters().data(), rotation * ray.ray) - ray.pixel;
    if (arrow.difference.norm() >= result.largest_px) {
      result.largest_px = arrow.difference.norm();
      result.largest_at = ray.pixel;
    }
  }
  return result;
}

}  // namespace

MappingDifference mapping_difference(const Camera& camera, const Camera& reference, const GridOptions& grid) {
  require_same_size(reference, camera);
  const MappingGrid points = mapping_grid(reference, grid);
  MappingDifference result;
  result.columns = grid.columns;
  result.rows = grid.rows;
  result.without_ray = points.without_ray;
  std::vector<CommonRay> rays;
  for (std::size_t i = 0; i < points.rays.size(); ++i) {
    if (!camera.in_domain(points.rays[i])) {
      ++result.without_ray;
      continue;
    }
    rays.push_back({cell_of(reference.image_size(), grid, points.pixels[i]), points.pixels[i], points.rays[i],
                    points.weights[static_cast<Eigen::Index>(i)]});
  }
  constexpr std::size_t kFewestRays = 3;
  const auto refuse = [] {
    throw Error(ErrorCode::kDegenerate,
                "hardly a ray of the grid is in the domain of both cameras: they cannot be compared");
  };
  if (rays.size() < kFewestRays) refuse();
  // Rays that the rotation takes out of the domain are not common to both; without them the search goes on.
  for (;;) {
    result.rotation = best_rotation(camera, rays);
    const auto left =
        std::erase_if(rays, [&](const CommonRay& ray) { return !camera.in_domain(result.rotation * ray.ray); });
    if (left == 0) break;
    result.without_ray += static_cast<int>(left);
    if (rays.size() < kFewestRays) refuse();
  }
  result.points = static_cast<int>(rays.size());
  result.compensated = offset(camera, rays, result.rotation, grid);
  result.plain = offset(camera, rays, Matrix3::Identity(), grid);
  return result;
}

}  // namespace fiducia

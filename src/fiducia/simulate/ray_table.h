#pragma once

#include <span>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/progress.h"

namespace fiducia {

/// The rays of a camera's pixels. They do not depend on the pose: one table serves all images.
///
/// The inverse of most models is iterative, so rays are computed at every eighth pixel of both directions and
/// interpolated by cubic polynomials. Each cell of that grid is checked at five places: where the interpolated ray is
/// off by more than kTolerance_px (close to the edge of a model's domain), or a node has no ray, every pixel of
/// the cell is computed from the model.
class RayTable {
 public:
  static constexpr double kTolerance_px = 2e-5;

  /// Of the image and of `border_px` pixels round it.
  RayTable(const Camera& camera, int border_px, int threads = 1, const Progress& progress = {});

  [[nodiscard]] const Camera& camera() const { return camera_; }
  [[nodiscard]] int border_px() const { return border_; }
  /// The rays of row `v`, of the pixels -border to width - 1 + border. They have any positive length; not finite where
  /// the model has no ray.
  void row(int v, std::span<Vector3> rays) const;

 private:
  enum class Cell : unsigned char { kInterpolated, kFromModel, kNoRays };

  [[nodiscard]] const Vector3& node(int column, int row) const {
    return nodes_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                  static_cast<std::size_t>(column)];
  }
  [[nodiscard]] Vector3 from_model(int u, int v) const;
  /// At a place in a cell, from 0 to 1 along both sides.
  [[nodiscard]] Vector3 interpolated(int column, int row, double along_u, double along_v) const;
  [[nodiscard]] Cell check(int column, int row) const;

  Camera camera_;
  int border_;
  int columns_;
  int rows_;
  std::vector<Vector3> nodes_;
  std::vector<Cell> cells_;  // by the column and row of their first node
};

}  // namespace fiducia

#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/spline_grid.h"

namespace fiducia {

/// A lens without a formula, mrcal's LENSMODEL_SPLINED_STEREOGRAPHIC:
///
///     q = f (u + Delta(u)) + c,    u = 2 (x, y) / (|p| + z)
///
/// with Delta two uniform B-spline surfaces over a grid of knots. Parameters: fx fy cx cy, then the knots, row by row,
/// x and y of each. f and c are redundant: a calibration leaves them as they are.
///
/// The domain is where the mapping is one-to-one inside the grid's cells, and, where a calibration said which of them
/// its corners determine, in those: elsewhere the numbers of the knots mean nothing. Beyond the cells the polynomials
/// of the outermost ones go on, so that a solver may pass through.
class SplineModel final : public Model {
 public:
  /// The numbers before the knots.
  static constexpr int kHeld = 4;
  /// Most parameters that one projection depends on, of the knots'.
  static constexpr int kMostTouched = 32;
  /// The field of view of a grid that leaves it open.
  static constexpr int kPresumedField_deg = 120;

  /// determined: one per cell, row by row; empty: all are. Throws an Error where they are not as many, or the grid is
  /// none.
  explicit SplineModel(SplineGrid grid, std::vector<bool> determined = {});
  /// A lens whose knots are to be chosen from the data. As it is, it has those that suit many.
  [[nodiscard]] static std::shared_ptr<const SplineModel> with_open_knots(int order);

  [[nodiscard]] const ModelInfo& info() const override { return info_; }
  [[nodiscard]] double limit(const double* /*theta*/) const override { return 0; }
  [[nodiscard]] bool in_domain(const double* theta, double limit, const Vector3& x) const override;
  [[nodiscard]] bool computable(const double* theta, const Vector3& x) const override;
  [[nodiscard]] Vector2 project(const double* theta, const Vector3& x) const override;
  [[nodiscard]] std::optional<Vector3> unproject(const double* theta, double limit, const Vector2& u) const override;
  bool linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                 const ProjectionColumns& out) const override;
  /// A stereographic lens.
  [[nodiscard]] std::vector<double> initial_parameters(double f, double cx, double cy) const override;

  /// The grid, with a field of view.
  [[nodiscard]] const SplineGrid& grid() const { return grid_; }
  /// Whether the field of view was left open: it is to be chosen by the corners.
  [[nodiscard]] bool field_is_open() const { return field_is_open_; }
  /// Whether the knots were left open, see with_open_knots().
  [[nodiscard]] bool knots_are_open() const { return knots_are_open_; }
  /// Empty: all cells are.
  [[nodiscard]] const std::vector<bool>& determined() const { return determined_; }
  [[nodiscard]] std::shared_ptr<const SplineModel> with_determined(std::vector<bool> cells) const;
  /// The same with a field of view in which all of the rays lie, with a margin.
  [[nodiscard]] std::shared_ptr<const SplineModel> with_field_for(std::span<const Vector3> rays) const;

  /// What a projection depends on.
  struct Touched {
    Vector2 pixel;
    Eigen::Matrix<double, 2, 3> point;  ///< d p / d (x, y, z)
    int count = 0;                      ///< knots
    int knots[kMostTouched / 2];
    double weights[kMostTouched / 2];  ///< d p / d theta of knot k is (fx, fy) weight; x moves u alone, y moves v alone
  };
  /// False where the point is not computable.
  bool touch(const double* theta, const Vector3& x, Touched* out) const;
  /// Where a knot's x is among the parameters; its y is the next.
  [[nodiscard]] static int place_of(int knot) { return kHeld + 2 * knot; }
  /// The weights of the knots at a place in the plane, wherever it is.
  void weights_at(const Vector2& u, Touched* out) const;

 private:
  struct Surface;
  [[nodiscard]] Surface surface(const double* theta, const Vector2& u) const;
  [[nodiscard]] bool holds(const double* theta, const Vector2& u) const;
  [[nodiscard]] std::optional<Vector2> plane_newton(const double* theta, const Vector2& pixel, Vector2 u) const;

  SplineGrid grid_;
  bool field_is_open_;
  bool knots_are_open_ = false;
  std::vector<bool> determined_;
  std::string name_;
  std::vector<std::string> names_;
  std::vector<ParameterInfo> parameters_;
  ModelInfo info_;
};

/// The model as a splined one, or null.
[[nodiscard]] const SplineModel* as_spline(const Model& model);

/// The entries of the list of models.
template <int Order>
struct Spline {
  static constexpr std::string_view kName = Order == 3 ? "spline" : "spline2";
  static std::shared_ptr<const Model> configured(std::string_view configuration) {
    if (configuration.empty()) return SplineModel::with_open_knots(Order);
    return std::make_shared<const SplineModel>(SplineGrid::parse(kName, Order, configuration));
  }
};

}  // namespace fiducia

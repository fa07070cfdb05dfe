#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "fiducia/camera/model.h"

namespace fiducia {

/// The central part of JPL's CAHVORE in mrcal's form: Cahvor with another lens before its polynomial. With t the angle
/// to the axis o, and L the linearity, from perspective (1) over equidistant (0) to a sine (-1):
///
///     c = tan(L t)/L, t or sin(L t)/L,    r' = c (1 + r0 + r1 c^2 + r2 c^4)
///
/// takes the place of Cahvor's r (1 + ...), r = tan t. The E of CAHVORE moves the centre of projection with the angle;
/// that is not here.
class CahvoreModel final : public Model {
 public:
  /// Throws an Error where the linearity is not within [-1, 1].
  explicit CahvoreModel(double linearity);

  [[nodiscard]] double linearity() const { return linearity_; }

  [[nodiscard]] const ModelInfo& info() const override { return info_; }
  [[nodiscard]] double limit(const double* theta) const override;
  [[nodiscard]] bool in_domain(const double* theta, double limit, const Vector3& x) const override;
  [[nodiscard]] bool computable(const double* theta, const Vector3& x) const override;
  [[nodiscard]] Vector2 project(const double* theta, const Vector3& x) const override;
  [[nodiscard]] std::optional<Vector3> unproject(const double* theta, double limit, const Vector2& u) const override;
  bool linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                 const ProjectionColumns& out) const override;
  [[nodiscard]] std::vector<double> initial_parameters(double f, double cx, double cy) const override;

 private:
  struct Bent;
  [[nodiscard]] double largest_angle() const;
  [[nodiscard]] Vector2 lens(double t) const;
  [[nodiscard]] Bent bend(const double* theta, const Vector3& x) const;

  double linearity_;
  std::string name_;
  ModelInfo info_;
};

/// As ConfiguredModelList has it: "cahvore:0.37", without a configuration the equidistant one.
struct Cahvore {
  static constexpr std::string_view kName = "cahvore";
  static std::shared_ptr<const Model> configured(std::string_view configuration);
};

}  // namespace fiducia

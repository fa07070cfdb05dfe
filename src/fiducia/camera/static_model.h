#pragma once

#include "fiducia/camera/model.h"
#include "fiducia/core/lanes.h"

namespace fiducia {

/// A model written as a struct of static functions (see radial.h for one to copy), as a `Model`.
template <class M>
class StaticModel final : public Model {
 public:
  static constexpr int kSize = static_cast<int>(M::kParameters.size());

  [[nodiscard]] const ModelInfo& info() const override { return M::kInfo; }
  [[nodiscard]] double limit(const double* theta) const override { return M::limit(theta); }
  [[nodiscard]] bool in_domain(const double* theta, double limit, const Vector3& x) const override {
    return M::in_domain(theta, limit, x);
  }
  [[nodiscard]] bool computable(const double* theta, const Vector3& x) const override {
    return M::computable(theta, x.x(), x.y(), x.z());
  }
  [[nodiscard]] Vector2 project(const double* theta, const Vector3& x) const override {
    Vector2 u;
    M::project(theta, x.x(), x.y(), x.z(), u.data());
    return u;
  }
  [[nodiscard]] std::optional<Vector3> unproject(const double* theta, double limit, const Vector2& u) const override {
    return M::unproject(theta, limit, u);
  }
  [[nodiscard]] std::vector<double> initial_parameters(double f, double cx, double cy) const override {
    return M::initial_parameters(f, cx, cy);
  }

  [[nodiscard]] std::vector<std::vector<double>> initial_shapes(double f, double cx, double cy) const override {
    if constexpr (requires { M::initial_shapes(f, cx, cy); }) return M::initial_shapes(f, cx, cy);
    return Model::initial_shapes(f, cx, cy);
  }
  [[nodiscard]] std::string_view simpler() const override {
    if constexpr (requires { M::kSimpler; }) return M::kSimpler;
    return {};
  }

  bool linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                 const ProjectionColumns& out) const override {
    for (int i = 0; i < n; i += Lanes::kCount) {
      const Lanes px = Lanes::load(x + i);
      const Lanes py = Lanes::load(y + i);
      const Lanes pz = Lanes::load(z + i);
      if (!all(M::computable(theta, px, py, pz))) return false;
      Lanes uv[2];
      Lanes d_theta[2 * kSize];
      Lanes d_x[6];
      M::differentiate(theta, px, py, pz, uv, d_theta, d_x);
      const auto store = [&](const Lanes* rows, int columns, double* to) {
        for (int c = 0; c < columns; ++c) {
          rows[2 * c].store(to + 2 * c * out.stride + i);
          rows[2 * c + 1].store(to + (2 * c + 1) * out.stride + i);
        }
      };
      store(uv, 1, out.pixel);
      if (out.parameters != nullptr) store(d_theta, kSize, out.parameters);
      store(d_x, 3, out.point);
    }
    return true;
  }
};

}  // namespace fiducia

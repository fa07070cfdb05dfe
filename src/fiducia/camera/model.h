#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// Which image coordinate a parameter moves. The solver skips the zeros.
enum class Moves { kU, kV, kBoth };

struct ParameterInfo {
  std::string_view name;
  Moves moves;
};

/// The angles from the axis, in degrees, up to which corners were seen, that a model is worth trying for.
struct FieldRange {
  double least_deg = 0;
  double most_deg = 180;
};

/// What there is to say about a model; command line, files and documentation are fed from it. The views may point into
/// what the model itself owns: they are valid as long as the model is.
struct ModelInfo {
  std::string_view name;  ///< of a model with a configuration: its whole spec, NAME:CONFIGURATION
  std::span<const ParameterInfo> parameters;
  std::string_view lens;      ///< which lenses it is for
  std::string_view equation;  ///< the projection in words
  std::string_view known_as;  ///< the names that others have for it
  FieldRange field = {};      ///< lenses that model selection tries it for unasked
};

/// Where `Model::linearize` writes. A column has `stride` rows for u followed by `stride` rows for v.
struct ProjectionColumns {
  static constexpr int kMostAlwaysWanted = 100;

  double* pixel;  ///< one column: the projections
  /// One column per parameter: d p / d theta. Null where they are not wanted, which happens only to models with more
  /// than kMostAlwaysWanted parameters.
  double* parameters;
  double* point;  ///< three columns: d p / d (x, y, z)
  int stride;
};

/// A camera model: the mapping p(x; theta) from a point in the camera frame (x right, y down, z forward) to a
/// pixel. Stateless; theta is the caller's. The product's own models and a user's (see custom_model.h) are
/// used through this one interface; `Camera` is the comfortable way to use it for single points.
///
/// Two notions of "can be projected". *Computable*: the formula has a value (for a pinhole, z > 0). *In the
/// domain*: moreover the mapping is one-to-one there; a radial polynomial's ends where it stops growing. The
/// solver goes by the first, so that it can pass through strange places on its way; everything that a user
/// sees goes by the second. `limit` is the number that bounds the domain, computed once per theta.
class Model {
 public:
  virtual ~Model() = default;

  [[nodiscard]] virtual const ModelInfo& info() const = 0;
  [[nodiscard]] int size() const { return static_cast<int>(info().parameters.size()); }
  [[nodiscard]] int index_of(std::string_view parameter) const;  ///< -1 where there is none

  [[nodiscard]] virtual double limit(const double* theta) const = 0;
  [[nodiscard]] virtual bool in_domain(const double* theta, double limit, const Vector3& x) const = 0;
  /// The formula, without a look at the domain.
  [[nodiscard]] virtual bool computable(const double* theta, const Vector3& x) const = 0;
  [[nodiscard]] virtual Vector2 project(const double* theta, const Vector3& x) const = 0;
  [[nodiscard]] virtual std::optional<Vector3> unproject(const double* theta, double limit, const Vector2& u) const = 0;

  /// Projections and derivatives of n points, given as arrays; n is a multiple of Lanes::kCount. False where a
  /// point is not computable (what was written is then meaningless).
  virtual bool linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                         const ProjectionColumns& out) const = 0;

  /// A plain lens with focal length f (pixels, on the axis) and principal point (cx, cy).
  [[nodiscard]] virtual std::vector<double> initial_parameters(double f, double cx, double cy) const = 0;
  /// Lenses of different shapes with that focal length, where a search from initial_parameters() alone may end in a
  /// valley beside the right one.
  [[nodiscard]] virtual std::vector<std::vector<double>> initial_shapes(double f, double cx, double cy) const {
    return {initial_parameters(f, cx, cy)};
  }
  /// The name of a model of the registry that this one becomes when its further parameters are zero, and that is easier
  /// to calibrate; empty where there is none.
  [[nodiscard]] virtual std::string_view simpler() const { return {}; }
};

/// Whether the two are one model: one object, or two of the same type that say the same of themselves.
[[nodiscard]] bool same_model(const Model& a, const Model& b);

}  // namespace fiducia

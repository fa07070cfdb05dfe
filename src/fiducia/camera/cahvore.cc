#include "fiducia/camera/cahvore.h"

#include <charconv>
#include <cmath>
#include <numbers>

#include "fiducia/camera/cahvor.h"
#include "fiducia/camera/not_unasked.h"
#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr double kNoBend = 1e-15;      // mrcal's: a linearity that is zero
constexpr double kOnTheAxis = 1e-7;    // sines under which the limit on the axis is exact
constexpr double kShortOf = 1 - 1e-9;  // of the angle where a tangent has its pole

std::string spec_of(double linearity) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, linearity == 0 ? 0.0 : linearity);
  return std::string(Cahvore::kName) + ":" + std::string(text, end);
}

/// 1 + r0 + r1 c^2 + r2 c^4, and the slope of c times that.
Vector2 radial(const double* p, double c) {
  const double s = c * c;
  return {1 + p[6] + s * (p[7] + s * p[8]), 1 + p[6] + s * (3 * p[7] + s * 5 * p[8])};
}

}  // namespace

/// x' = |x| o + k l, with k = r'(t)/sin t, and what its derivatives need.
struct CahvoreModel::Bent {
  Vector3 o;
  Vector3 l;
  double distance;
  double length;  // of l
  double k;
  double k_slope;  // to the angle
  double c;        // of the lens
  double per_k;    // d k / d (1 + r0 + ...)
  Vector3 image;   // x'
  double angle;
};

CahvoreModel::CahvoreModel(double linearity) : linearity_(linearity), name_(spec_of(linearity)) {
  if (!(std::abs(linearity) <= 1)) {
    throw Error(ErrorCode::kBadOption, "the linearity of a CAHVORE lens is from -1 to 1, as in cahvore:0.37");
  }
  info_ = {name_,
           Cahvor::kParameters,
           "wide and fisheye lenses, as files of mrcal and JPL have them",
           "as cahvor with c (1 + r0 + r1 c^2 + r2 c^4) for |l|/h (1 + ...), c = tan(L t)/L, t or sin(L t)/L by the "
           "sign of L, t = the angle to o",
           "mrcal LENSMODEL_CAHVORE_linearity=L with e0 = e1 = e2 = 0",
           kNotUnasked};
}

double CahvoreModel::largest_angle() const {
  const double steep = std::abs(linearity_);
  return steep > 0.5 ? kShortOf * 0.5 * std::numbers::pi / steep : kShortOf * std::numbers::pi;
}

/// c and its slope.
Vector2 CahvoreModel::lens(double t) const {
  if (std::abs(linearity_) < kNoBend) return {t, 1};
  const double bent = linearity_ * t;
  if (linearity_ < 0) return {std::sin(bent) / linearity_, std::cos(bent)};
  const double tangent = std::tan(bent);
  return {tangent / linearity_, 1 + tangent * tangent};
}

CahvoreModel::Bent CahvoreModel::bend(const double* theta, const Vector3& x) const {
  Bent bent;
  bent.o = Cahvor::Axis<double>(theta[4], theta[5]).vector();
  const double h = x.dot(bent.o);
  bent.l = x - h * bent.o;
  bent.length = bent.l.norm();
  bent.distance = x.norm();
  bent.angle = std::atan2(bent.length, h);
  const double sine = bent.length / bent.distance;
  const bool on_axis = sine < kOnTheAxis && h > 0;
  const Vector2 c = on_axis ? Vector2(bent.angle, 1) : lens(std::fmin(bent.angle, largest_angle()));
  const Vector2 r = radial(theta, c[0]);
  bent.c = c[0];
  bent.per_k = on_axis ? 1 : c[0] / sine;
  bent.k = r[0] * bent.per_k;
  bent.k_slope = on_axis ? 0 : (r[1] * c[1] - bent.k * h / bent.distance) / sine;
  bent.image = bent.distance * bent.o + bent.k * bent.l;
  return bent;
}

bool CahvoreModel::computable(const double* theta, const Vector3& x) const {
  if (!(x.squaredNorm() > 0)) return false;
  const Bent bent = bend(theta, x);
  return bent.angle < largest_angle() && bent.image.z() > 0;
}

Vector2 CahvoreModel::project(const double* theta, const Vector3& x) const {
  const Vector3 image = bend(theta, x).image;
  return {theta[0] * (image.x() / image.z()) + theta[2], theta[1] * (image.y() / image.z()) + theta[3]};
}

/// The c where the image stops growing, or the lens.
double CahvoreModel::limit(const double* theta) const {
  const double root = std::sqrt(Cahvor::limit(theta));
  return std::fmin(root, lens(largest_angle())[0]);
}

bool CahvoreModel::in_domain(const double* theta, double limit, const Vector3& x) const {
  if (!computable(theta, x)) return false;
  return bend(theta, x).c < limit;
}

std::optional<Vector3> CahvoreModel::unproject(const double* theta, double limit, const Vector2& u) const {
  const Vector3 o = Cahvor::Axis<double>(theta[4], theta[5]).vector();
  const Vector3 image((u.x() - theta[2]) / theta[0], (u.y() - theta[3]) / theta[1], 1);
  const double h = image.dot(o);
  if (!(h > 0)) return std::nullopt;
  const Vector3 l = image - h * o;
  const double distorted = l.norm() / h;
  const auto grows = [&](double c) {
    const Vector2 r = radial(theta, c);
    return std::pair(c * r[0], r[1]);
  };
  const double c = invert_growing(grows, distorted, limit);
  if (c < 0 || c >= limit) return std::nullopt;
  double t = c;
  if (std::abs(linearity_) >= kNoBend)
    t = (linearity_ < 0 ? std::asin(c * linearity_) : std::atan(c * linearity_)) / linearity_;
  if (!(t < largest_angle())) return std::nullopt;
  const Vector3 outward = distorted > 0 ? (l / l.norm()).eval() : Vector3::Zero().eval();
  return (std::cos(t) * o + std::sin(t) * outward).normalized();
}

bool CahvoreModel::linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                             const ProjectionColumns& out) const {
  const Cahvor::Axis<double> axis(theta[4], theta[5]);
  for (int i = 0; i < n; ++i) {
    const Vector3 at(x[i], y[i], z[i]);
    if (!computable(theta, at)) return false;
    const Bent bent = bend(theta, at);
    const double inv = 1 / bent.image.z();
    const double a = bent.image.x() * inv;
    const double b = bent.image.y() * inv;
    const auto put = [&](double* columns, int column, double u, double v) {
      columns[2 * column * out.stride + i] = u;
      columns[(2 * column + 1) * out.stride + i] = v;
    };
    const auto put_moved = [&](double* columns, int column, const Vector3& d) {
      put(columns, column, theta[0] * inv * (d.x() - a * d.z()), theta[1] * inv * (d.y() - b * d.z()));
    };
    put(out.pixel, 0, theta[0] * a + theta[2], theta[1] * b + theta[3]);
    const Vector3 outward = bent.length > 0 ? (bent.l / bent.length).eval() : Vector3::Zero().eval();
    const double h = at.dot(bent.o);
    if (out.parameters != nullptr) {
      put(out.parameters, 0, a, 0);
      put(out.parameters, 1, 0, b);
      put(out.parameters, 2, 1, 0);
      put(out.parameters, 3, 0, 1);
      for (int k = 0; k < 2; ++k) {  // do is at right angles to o
        const Vector3 d_o(axis.d[k][0], axis.d[k][1], axis.d[k][2]);
        const double d_h = bent.l.dot(d_o);
        const double d_angle = -outward.dot(d_o);
        put_moved(out.parameters, 4 + k,
                  bent.distance * d_o - bent.k * (d_h * bent.o + h * d_o) + bent.k_slope * d_angle * bent.l);
      }
      for (int k = 0; k < 3; ++k) {
        put_moved(out.parameters, 6 + k, bent.per_k * std::pow(bent.c, 2 * k) * bent.l);
      }
    }
    const Vector3 d_angle = (h * outward - bent.length * bent.o) / (bent.distance * bent.distance);
    Matrix3 moved = bent.o * at.transpose() / bent.distance + bent.k_slope * bent.l * d_angle.transpose();
    moved += bent.k * (Matrix3::Identity() - bent.o * bent.o.transpose());
    for (int k = 0; k < 3; ++k) put_moved(out.point, k, moved.col(k));
  }
  return true;
}

std::vector<double> CahvoreModel::initial_parameters(double f, double cx, double cy) const {
  return Cahvor::initial_parameters(f, cx, cy);
}

std::shared_ptr<const Model> Cahvore::configured(std::string_view configuration) {
  double linearity = 0;
  if (!configuration.empty()) {
    const auto [end, error] =
        std::from_chars(configuration.data(), configuration.data() + configuration.size(), linearity);
    if (error != std::errc() || end != configuration.data() + configuration.size()) {
      throw Error(ErrorCode::kBadOption,
                  "cahvore takes its linearity, a number from -1 to 1, as in cahvore:0.37, not '" +
                      std::string(configuration) + "'");
    }
  }
  return std::make_shared<const CahvoreModel>(linearity);
}

}  // namespace fiducia

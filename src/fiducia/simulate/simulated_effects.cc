#include "fiducia/simulate/simulated_effects.h"

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <string>

#include "fiducia/core/error.h"
#include "fiducia/core/random.h"

namespace fiducia {
namespace {

constexpr std::uint64_t kEffectStreams = 0x656666656374ULL;  // so that effects and poses of one seed are unrelated
const double kRootHalf = std::sqrt(0.5);

/// The height of a bend over the target's points, less a plane, RMS.
double bend_rms(const Vector3& bend, const Target& target) {
  Eigen::AlignedBox2d box;
  for (const Vector3& p : target.points) box.extend(Vector2(p.head<2>()));
  const auto count = static_cast<Eigen::Index>(target.points.size());
  Eigen::MatrixXd plane(count, 3);
  Eigen::VectorXd heights(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Vector2 at = (target.points[static_cast<std::size_t>(i)].head<2>() - box.center())
                           .cwiseQuotient((0.5 * box.sizes()).cwiseMax(1e-12));
    plane.row(i) << 1, at.x(), at.y();
    heights[i] = bend.dot(Vector3(at.x() * at.x(), at.x() * at.y(), at.y() * at.y()));
  }
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(plane);
  return std::sqrt((heights - plane * qr.solve(heights)).squaredNorm() / static_cast<double>(count));
}

void check(const SimulatedEffect& effect) {
  constexpr double kMost = 1e4;
  if (std::isfinite(effect.size) && effect.size >= 0 && effect.size < kMost) return;
  throw Error(ErrorCode::kBadOption,
              "the size of the effect " + std::string(to_string(effect.effect)) + " must be a number, zero or more");
}

}  // namespace

FrameEffects draw_effects(const std::vector<SimulatedEffect>& effects, const Camera& camera, const Target& target,
                          std::uint64_t seed, std::uint64_t frame) {
  FrameEffects result;
  Disturbance& disturbance = result.disturbance;
  for (const SimulatedEffect& one : effects) {
    check(one);
    RandomStream random(seed ^ (kEffectStreams + static_cast<std::uint64_t>(one.effect)), frame);
    const auto normal = [&] { return one.size * random.normal(); };
    const auto turn = [&] {
      const ImageSize size = camera.image_size();
      const double tilt = kRootHalf / pixels_per_radian(camera);
      const double roll = kRootHalf / (0.5 * std::hypot(size.width, size.height));
      return Vector3{tilt * normal(), tilt * normal(), roll * normal()};
    };
    switch (one.effect) {
      case Effect::kTargetBend: {
        const Vector3 shape{random.normal(), random.normal(), random.normal()};
        result.bend = normal() / bend_rms(shape, target) * shape;
        break;
      }
      case Effect::kShutter: disturbance.turn_rows = turn(); break;
      case Effect::kShutterColumns: disturbance.turn_columns = turn(); break;
      case Effect::kFocus: disturbance.log_focal = std::log1p(std::max(-0.5, normal())); break;
      case Effect::kStabilisation: disturbance.shift = kRootHalf * Vector2{normal(), normal()}; break;
      case Effect::kPupil: disturbance.pupil = {one.size / std::pow(largest_angle(camera), 2), 0}; break;
    }
  }
  return result;
}

}  // namespace fiducia

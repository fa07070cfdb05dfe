#include "fiducia/simulate/render.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/camera/pupil.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/simulate/soft_pixel.h"
#include "fiducia/simulate/target_pattern.h"

namespace fiducia {
namespace {

constexpr double kLeastPsf_px = 0.1;
constexpr double kMostPsf_px = 20;
constexpr int kBandRows = 32;
constexpr std::uint64_t kNoiseStreams = 0x6e6f697365ULL;  // so that noise and poses of one seed are unrelated

const Vector2 kNowhere = Vector2::Constant(std::numeric_limits<double>::quiet_NaN());

/// The distance of the neighbours that the mapping to the target is taken from: about the width of the blur.
int stencil_step(double psf_px) { return std::max(1, static_cast<int>(std::lround(psf_px))); }

/// One target in front of one camera.
class Scene {
 public:
  Scene(const RayTable& rays, const PatternGrid& pattern, const TargetSurface& surface, const Pose& camera_from_target,
        const RenderOptions& options, const Disturbance& disturbance)
      : rays_(rays),
        pattern_(pattern),
        surface_(surface),
        target_from_camera_(camera_from_target.inverse()),
        disturbance_(disturbance),
        turns_(!disturbance.turn_rows.isZero() || !disturbance.turn_columns.isZero()),
        pupil_moves_(!disturbance.pupil.isZero()),
        spread_(gaussian_point_spread(options.samples)),
        psf_px_(options.psf_px),
        step_(stencil_step(options.psf_px)),
        width_(rays.camera().image_size().width) {}

  /// Where on the target the pixels of a row look, from -step to width - 1 + step.
  [[nodiscard]] std::vector<Vector2> look(int v) const {
    const int border = rays_.border_px();
    std::vector<Vector3> rays(static_cast<std::size_t>(width_ + 2 * border));
    rays_.row(v, rays);
    std::vector<Vector2> places(static_cast<std::size_t>(width_ + 2 * step_));
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i] = look(rays[i + static_cast<std::size_t>(border - step_)], Vector2(static_cast<int>(i) - step_, v));
    }
    return places;
  }

  /// `above`, `here` and `below` are what look() gave for the rows v - step, v and v + step.
  [[nodiscard]] double reflectance(int u, int v, const std::vector<Vector2>& above, const std::vector<Vector2>& here,
                                   const std::vector<Vector2>& below) const {
    BoardStencil stencil;
    stencil.step_px = step_;
    int found = 0;
    std::size_t n = 0;
    for (const std::vector<Vector2>* row : {&above, &here, &below}) {
      for (int i = 0; i < 3; ++i) {
        stencil.at[n] = (*row)[static_cast<std::size_t>(u + i * step_)];
        found += stencil.at[n].x() == stencil.at[n].x() ? 1 : 0;
        ++n;
      }
    }
    if (found == 0) return kSurroundings;
    if (found == 9) {
      if (const std::optional<double> value = pixel_reflectance(stencil, pattern_, spread_, psf_px_)) return *value;
    }
    return one_by_one(u, v);
  }

 private:
  [[nodiscard]] Vector2 look(const Vector3& ray, const Vector2& pixel) const {
    if (!(ray.x() == ray.x())) return kNowhere;
    if (turns_ || pupil_moves_) return look_disturbed(ray, pixel);
    return surface_.seen_at(target_from_camera_.translation, target_from_camera_.rotation * ray).value_or(kNowhere);
  }

  /// The other way round as disturbed_projection.h has it: from the ray behind the pupil to the target.
  [[nodiscard]] Vector2 look_disturbed(const Vector3& ray, const Vector2& pixel) const {
    const Vector2 place = readout_place(rays_.camera().image_size(), pixel);
    const Matrix3 turned_back =
        (rotation_exp(place.y() * disturbance_.turn_rows) * rotation_exp(place.x() * disturbance_.turn_columns))
            .transpose();
    const Pose seen{target_from_camera_.rotation * turned_back, target_from_camera_.translation};
    // The ray goes out from the place that the pupil has for its angle.
    const Vector3 pupil(0, 0, -pupil_offset(disturbance_.pupil, ray));
    return surface_.seen_at(seen * pupil, seen.rotation * ray).value_or(kNowhere);
  }

  /// Where the mapping to the target ends within the blur: plain samples, each with a ray from the model.
  [[nodiscard]] double one_by_one(int u, int v) const {
    double sum = 0;
    for (const PointSpread::Sample& sample : spread_.samples) {
      const Vector2 pixel = Vector2(u, v) + psf_px_ * sample.node;
      const std::optional<Vector3> ray = rays_.camera().unproject(pixel);
      const Vector2 place = ray ? look(*ray, pixel) : kNowhere;
      sum += sample.weight * (place.allFinite() ? pattern_.at(place.x(), place.y()) : kSurroundings);
    }
    return sum;
  }

  const RayTable& rays_;
  const PatternGrid& pattern_;
  const TargetSurface& surface_;
  Pose target_from_camera_;
  const Disturbance& disturbance_;
  bool turns_;
  bool pupil_moves_;
  PointSpread spread_;
  double psf_px_;
  int step_;
  int width_;
};

}  // namespace

int ray_border_px(const RenderOptions& options) {
  if (!(options.psf_px >= kLeastPsf_px && options.psf_px <= kMostPsf_px)) {
    throw Error(ErrorCode::kBadOption, "the point-spread function must be from 0.1 to 20 pixels wide");
  }
  return stencil_step(options.psf_px);
}

Camera refocused(const Camera& camera, const Disturbance& disturbance) {
  if (disturbance.log_focal == 0 && disturbance.shift.isZero()) return camera;
  const Model& model = camera.model();
  std::vector<double> theta = camera.parameters();
  const double factor = std::exp(disturbance.log_focal);
  const auto index = [&](std::string_view name) {
    const int at = model.index_of(name);
    if (at < 0) {
      throw Error(ErrorCode::kBadOption, "the model " + std::string(model.info().name) + " has no parameter " +
                                             std::string(name) + ", which this effect would change");
    }
    return static_cast<std::size_t>(at);
  };
  if (model.index_of("f") >= 0) {
    theta[index("f")] *= factor;
  } else {
    theta[index("fx")] *= factor;
    theta[index("fy")] *= factor;
  }
  theta[index("cx")] += disturbance.shift.x();
  theta[index("cy")] += disturbance.shift.y();
  return {camera.shared_model(), std::move(theta), camera.image_size()};
}

GrayImage render(const RayTable& rays, const PatternGrid& pattern, const TargetSurface& surface,
                 const Pose& camera_from_target, const RenderOptions& options, std::uint64_t frame,
                 const Disturbance& disturbance) {
  validate(options.sensor);
  const int step = ray_border_px(options);
  if (rays.border_px() < step)
    throw Error(ErrorCode::kBadOption, "the ray table's border is less than ray_border_px()");
  const Scene scene(rays, pattern, surface, camera_from_target, options, disturbance);
  const ImageSize size = rays.camera().image_size();
  const auto width = static_cast<std::size_t>(size.width);
  GrayImage image{size.width, size.height, options.sensor.bits, {}};
  image.pixels.resize(width * static_cast<std::size_t>(size.height));
  const int bands = (size.height + kBandRows - 1) / kBandRows;
  SharedProgress shared(options.progress);
  parallel_for(static_cast<std::size_t>(bands), options.threads, [&](std::size_t band) {
    shared.require_go_on();
    const int begin = static_cast<int>(band) * kBandRows;
    const int end = std::min(begin + kBandRows, size.height);
    std::vector<std::vector<Vector2>> places;
    for (int v = begin - step; v < end + step; ++v) places.push_back(scene.look(v));
    std::vector<double> reflectance(width);
    for (int v = begin; v < end; ++v) {
      const auto i = static_cast<std::size_t>(v - begin);
      const auto reach = static_cast<std::size_t>(step);
      for (int u = 0; u < size.width; ++u) {
        reflectance[static_cast<std::size_t>(u)] =
            scene.reflectance(u, v, places[i], places[i + reach], places[i + 2 * reach]);
      }
      RandomStream random(options.seed ^ kNoiseStreams, frame << 32 | static_cast<std::uint64_t>(v));
      expose(reflectance, v, size, options.sensor, random,
             std::span(image.pixels).subspan(static_cast<std::size_t>(v) * width, width));
    }
  });
  return image;
}

}  // namespace fiducia

#include "fiducia/study/rendered_pool.h"

#include <fmt/core.h>

#include <limits>
#include <memory>
#include <mutex>
#include <numeric>

#include "fiducia/core/random.h"
#include "fiducia/detect/detect_picture.h"
#include "fiducia/detect/target_markers.h"
#include "fiducia/io/image_png.h"
#include "fiducia/simulate/render.h"
#include "fiducia/simulate/target_pattern.h"

namespace fiducia {
namespace {

constexpr double kReadNoise = 0.06;  // of the range: corners to about 0.03 px, as the paper has them
constexpr double kFarthest_m = 1.5;

/// What draws images of a set-up.
class Studio {
 public:
  Studio(const StudySetup& setup, std::size_t pictures, const StudyOptions& options)
      : target_(setup.target),
        pattern_(target_pattern(setup.target, target_markers(setup.target), default_margin_m(setup.target))),
        surface_(setup.target, 0),
        rays_(setup.camera, ray_border_px(settings_), 1) {
    settings_.seed = options.seed;
    settings_.sensor.read_noise = kReadNoise;
    SimulateOptions scene{.frames = static_cast<int>(pictures), .seed = options.seed};
    scene.poses.board_margin_m = -pattern_.outline().min().x();
    scene.poses.max_distance_m = kFarthest_m;
    poses_ = simulate(setup.camera, setup.target, scene).camera_from_target;
  }

  [[nodiscard]] std::vector<double> corners(std::size_t picture, const Progress& progress) const {
    RenderOptions settings = settings_;
    settings.progress = progress;
    const GrayImage image = render(rays_, pattern_, surface_, poses_[picture], settings, picture);
    std::vector<double> row(2 * target_.points.size(), std::numeric_limits<double>::quiet_NaN());
    const std::string bytes = png_bytes(image);
    require_go_on(progress);
    for (const Corner& corner : detect_picture(read_picture(bytes), target_).corners) {
      row[2 * static_cast<std::size_t>(corner.id)] = corner.pixel.x();
      row[2 * static_cast<std::size_t>(corner.id) + 1] = corner.pixel.y();
    }
    return row;
  }

 private:
  Target target_;
  RenderOptions settings_;
  PatternGrid pattern_;
  TargetSurface surface_;
  RayTable rays_;
  std::vector<Pose> poses_;
};

UnitTable found_corners(const std::string& name, const StudySetup& setup, std::size_t pictures,
                        const StudyOptions& options) {
  std::vector<std::string> columns;
  for (std::size_t id = 0; id < setup.target.points.size(); ++id) {
    columns.push_back("u" + std::to_string(id));
    columns.push_back("v" + std::to_string(id));
  }
  std::unique_ptr<const Studio> studio;  // made when the first image is missing
  std::once_flag made;
  const auto row = [&](std::size_t picture, const Progress& progress) {
    std::call_once(made, [&] { studio = std::make_unique<const Studio>(setup, pictures, options); });
    return studio->corners(picture, progress);
  };
  return run_units({name, columns, pictures, row}, options).table;
}

}  // namespace

RenderedPool::RenderedPool(const std::string& name, const StudySetup& setup, std::size_t pictures,
                           const StudyOptions& options)
    : setup_(setup), corners_(found_corners(name, setup, pictures, options)) {}

Observations RenderedPool::half(std::uint64_t seed, std::size_t draw) const {
  constexpr std::uint64_t kStream = 5000;
  std::vector<std::size_t> order(size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  RandomStream random(seed, kStream + draw);
  Observations observations{setup_.camera.image_size(), setup_.target, {}};
  for (std::size_t i = 0; i < size() / 2; ++i) {
    std::swap(order[i], order[i + random.index(static_cast<std::uint32_t>(size() - i))]);
    const std::vector<double>& row = corners_.row(order[i]);
    Frame frame{"picture" + std::to_string(order[i]), {}};
    for (std::size_t id = 0; id < setup_.target.points.size(); ++id) {
      const Vector2 pixel(row[2 * id], row[2 * id + 1]);
      if (pixel.allFinite()) frame.corners.push_back({static_cast<int>(id), pixel});
    }
    if (!frame.corners.empty()) observations.frames.push_back(std::move(frame));
  }
  return observations;
}

std::string rendering_in_words() {
  return fmt::format(
      "images of 8 bits, blur 0.7 px, noise of {}% of the range, boards up to {} m away; corners found by our "
      "detector",
      100 * kReadNoise, kFarthest_m);
}

}  // namespace fiducia

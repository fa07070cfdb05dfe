#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "fiducia/core/random.h"
#include "fiducia/detect/detect_picture.h"
#include "fiducia/detect/target_markers.h"
#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/io/image_png.h"
#include "fiducia/simulate/render.h"
#include "fiducia/simulate/target_pattern.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"

namespace fiducia {
namespace {

constexpr double kRendered_noise = 0.06;  // of the range: corners to about 0.03 px, as the paper has them

/// A lens whose second coefficient a C(5) nearly makes up for, as that of the paper's rendered camera seems to be.
StudySetup rendered_setup() {
  return {"rendered",
          {model_named("radial2"), {1500, 1495, 968, 608, -0.12, 0.04}, {1936, 1216}},
          Target::chessboard(10, 8, 0.05)};
}

/// Pictures of the board and what the detector finds in them.
class RenderedPool {
 public:
  RenderedPool(std::size_t pictures, const StudyOptions& options)
      : setup_(rendered_setup()),
        pattern_(target_pattern(setup_.target, target_markers(setup_.target), default_margin_m(setup_.target))),
        surface_(setup_.target, 0),
        rays_(setup_.camera, ray_border_px(settings_), options.threads) {
    settings_.seed = options.seed;
    settings_.sensor.read_noise = kRendered_noise;
    SimulateOptions scene{.frames = static_cast<int>(pictures), .seed = options.seed};
    scene.poses.board_margin_m = -pattern_.outline().min().x();
    scene.poses.max_distance_m = 1.5;
    poses_ = simulate(setup_.camera, setup_.target, scene).camera_from_target;
  }

  [[nodiscard]] const StudySetup& setup() const { return setup_; }

  /// u and v of every corner; NaN where it was not found.
  [[nodiscard]] std::vector<double> corners(std::size_t picture) const {
    const GrayImage image = render(rays_, pattern_, surface_, poses_[picture], settings_, picture);
    std::vector<double> row(2 * setup_.target.points.size(), std::numeric_limits<double>::quiet_NaN());
    for (const Corner& corner : detect_picture(read_picture(png_bytes(image)), setup_.target).corners) {
      row[2 * static_cast<std::size_t>(corner.id)] = corner.pixel.x();
      row[2 * static_cast<std::size_t>(corner.id) + 1] = corner.pixel.y();
    }
    return row;
  }

 private:
  StudySetup setup_;
  RenderOptions settings_;
  PatternGrid pattern_;
  TargetSurface surface_;
  RayTable rays_;
  std::vector<Pose> poses_;
};

Observations observations_of(const UnitTable& pool, const StudySetup& setup, const std::vector<std::size_t>& pictures) {
  Observations observations{setup.camera.image_size(), setup.target, {}};
  for (const std::size_t picture : pictures) {
    Frame frame{"picture" + std::to_string(picture), {}};
    for (std::size_t id = 0; id < setup.target.points.size(); ++id) {
      const Vector2 pixel(pool.row(picture)[2 * id], pool.row(picture)[2 * id + 1]);
      if (pixel.allFinite()) frame.corners.push_back({static_cast<int>(id), pixel});
    }
    if (!frame.corners.empty()) observations.frames.push_back(std::move(frame));
  }
  return observations;
}

/// Half of the pool, drawn without replacement.
std::vector<std::size_t> drawn_pictures(std::size_t pool, std::uint64_t seed, std::size_t unit) {
  std::vector<std::size_t> all(pool);
  std::iota(all.begin(), all.end(), std::size_t{0});
  RandomStream random(seed, 5000 + unit);
  for (std::size_t i = 0; i < pool / 2; ++i) {
    std::swap(all[i], all[i + random.index(static_cast<std::uint32_t>(pool - i))]);
  }
  all.resize(pool / 2);
  return all;
}

}  // namespace

StudyResult study_bias_rendered(const StudyOptions& options) {
  constexpr std::size_t kCalibrations = 10;
  constexpr std::size_t kPool = 100;
  const std::size_t datasets = options.datasets > 0 ? static_cast<std::size_t>(options.datasets) : kCalibrations;
  const std::size_t pool_size = std::clamp<std::size_t>(10 * datasets, 12, kPool);
  const StudySetup setup = rendered_setup();
  std::vector<std::string> corner_columns;
  for (std::size_t id = 0; id < setup.target.points.size(); ++id) {
    corner_columns.push_back("u" + std::to_string(id));
    corner_columns.push_back("v" + std::to_string(id));
  }
  const RenderedPool pictures(pool_size, options);
  const UnitRun pool = run_units(
      {"bias-rendered-pool", corner_columns, pool_size, [&](std::size_t picture) { return pictures.corners(picture); }},
      options);
  std::vector<std::string> columns;
  for (const PaperModel& model : kPaperModels) {
    for (const char* metric : {"br_", "rmse_px_", "sigma_d_px_"}) columns.push_back(std::string(metric) + model.model);
  }
  const auto row = [&](std::size_t unit) {
    const Observations observations = observations_of(pool.table, setup, drawn_pictures(pool_size, options.seed, unit));
    std::vector<double> values;
    for (const PaperModel& model : kPaperModels) {
      const std::optional<Calibration> calibration = fitted(observations, model.model);
      if (!calibration) {
        values.insert(values.end(), 3, std::numeric_limits<double>::quiet_NaN());
        continue;
      }
      const BiasRatio bias = bias_ratio(*calibration, observations, {.resamples = 0});
      values.insert(values.end(), {bias.robust.ratio, calibration->fit.rmse, bias.robust.sigma_d_px});
    }
    return values;
  };
  const UnitRun run =
      run_units({"bias-rendered", columns, datasets, row, fmt::format("{} pictures", pool_size)}, options);

  StudyResult result;
  result.setting = {
      setup.in_words(),
      fmt::format(
          "pictures of 8 bits, blur 0.7 px, noise of 6% of the range; {} pictures, of which every calibration gets "
          "half at random; corners found by our detector",
          pool_size)};
  result.calibrations = static_cast<std::int64_t>((datasets - run.done_before) * std::size(kPaperModels));
  std::vector<Chart> charts = {{"Bias ratio", "model", "BR"}, {"RMSE", "model", "RMSE (px)", true}};
  ChartSeries ratio{"", {}, {}};
  ChartSeries size = ratio;
  for (std::size_t m = 0; m < std::size(kPaperModels); ++m) {
    const std::string model = kPaperModels[m].model;
    const std::string name = kPaperModels[m].name;
    const Measured br = mean_of(run.table.finite_values("br_" + model));
    const Measured rmse = mean_of(run.table.finite_values("rmse_px_" + model));
    for (Chart& chart : charts) chart.categories.push_back(name);
    ratio.x.push_back(static_cast<double>(m));
    ratio.y.push_back(br.value);
    ratio.interval.push_back(br.ci95);
    size.x.push_back(static_cast<double>(m));
    size.y.push_back(rmse.value);
    size.interval.push_back(rmse.ci95);
    if (model == "pinhole") {
      result.claims.push_back(claim("Rendered: BR close to one for C(3)", "mean BR of C(3)", br, 0.9, {}));
    } else if (model == "radial1") {
      result.claims.push_back(claim("Rendered: C(5) is better and not sufficient (the paper has BR about 0.6)",
                                    "mean BR of C(5)", br, 0.2, 0.95));
      result.claims.push_back(claim("The RMSE of C(5) looks fine already", "mean RMSE of C(5), px", rmse, {}, 0.1));
    } else {
      result.claims.push_back(claim("Rendered: BR below 0.2 from C(6) on", "mean BR of " + name, br, {}, 0.2));
    }
  }
  charts[0].series.push_back(std::move(ratio));
  charts[1].series.push_back(std::move(size));
  result.figure = svg_of(charts);
  result.figure_words = "Rendered pictures, corners detected: bias ratio and RMSE of models of growing complexity.";
  return result;
}

}  // namespace fiducia

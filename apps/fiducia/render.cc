#include "apps/fiducia/render.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <mutex>
#include <ostream>
#include <set>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/detect/target_markers.h"
#include "fiducia/io/file.h"
#include "fiducia/io/image_png.h"
#include "fiducia/io/json.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/text.h"
#include "fiducia/simulate/render.h"
#include "fiducia/simulate/target_pattern.h"

namespace fiducia {
namespace {

constexpr double kMostPixels = 100e6;  // half a gigabyte with its PNG file
constexpr double kLargePixels = 20e6;  // beyond, one image at a time is enough for the memory
constexpr const char* kTruthFile = "truth.json";

/// A part of the range, such as 0.01.
double parse_part(const char* option, const std::string& text) {
  const double value = parse_number(option, text);
  require_option(value >= 0 && value <= 1,
                 fmt::format("{}: give a part of the range from 0 to 1, such as 0.01", option));
  return value;
}

RenderOptions render_options(const RenderCommandOptions& options) {
  RenderOptions render;
  render.psf_px = parse_number("--psf", options.psf_px);
  require_option(render.psf_px >= 0.1 && render.psf_px <= 20, "--psf: give a standard deviation from 0.1 to 20 pixels");
  render.samples = options.samples;
  render.sensor.read_noise = parse_part("--noise", options.read_noise);
  render.sensor.shot_noise = parse_part("--shot-noise", options.shot_noise);
  const std::size_t colon = options.gradient.find(':');
  render.sensor.gradient = parse_part("--gradient", options.gradient.substr(0, colon));
  if (colon != std::string::npos) {
    render.sensor.gradient_angle_rad = parse_number("--gradient", options.gradient.substr(colon + 1)) * kDegree;
  }
  render.sensor.bits = options.bits;
  render.seed = options.common.seed;
  return render;
}

/// What is wrong with a number of samples, for CLI11.
std::string square_number(const std::string& text) {
  try {
    (void)gaussian_point_spread(static_cast<int>(parse_number("--samples", text)));
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// Images of an earlier call that this one does not replace would be taken for its own by whoever reads the folder.
void refuse_other_pictures(const std::filesystem::path& folder, const std::vector<Frame>& frames) {
  std::error_code missing;
  std::set<std::string> ours;
  for (const Frame& frame : frames) ours.insert(frame.name);
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".png" && !ours.contains(name)) {
      throw Error(ErrorCode::kBadOption,
                  fmt::format("{}: there is another image in this folder already, {}; remove it, or give a new folder",
                              folder.string(), name));
    }
  }
}

/// With how the images were made.
std::string truth_json(const std::string& simulation, const RenderOptions& settings) {
  Json object = Json::parse(simulation);
  const SensorOptions& sensor = settings.sensor;
  object["truth"]["picture"] = {{"psf_px", settings.psf_px},
                                {"samples", settings.samples},
                                {"read_noise", sensor.read_noise},
                                {"shot_noise", sensor.shot_noise},
                                {"gradient", sensor.gradient},
                                {"gradient_angle_rad", sensor.gradient_angle_rad},
                                {"bits", sensor.bits}};
  return readable(object);
}

}  // namespace

int run_render(const RenderCommandOptions& options, const Streams& streams) {
  SceneToSimulate scene = parse_scene(options.scene, options.common);
  RenderOptions settings = render_options(options);
  const ImageSize size = scene.camera.image_size();
  const double pixels = static_cast<double>(size.width) * size.height;
  require_option(pixels <= kMostPixels,
                 fmt::format("--image-size: {}x{} pixels are too many to render; 100 million is the most", size.width,
                             size.height));
  const PatternGrid pattern =
      target_pattern(scene.target, target_markers(scene.target), default_margin_m(scene.target));
  scene.options.poses.board_margin_m = -pattern.outline().min().x();  // the points begin at 0
  Simulation simulation = simulate(scene.camera, scene.target, scene.options);
  std::vector<Frame>& frames = simulation.observations.frames;
  for (Frame& frame : frames) frame.name += ".png";  // whoever detects corners names the frame by its file
  refuse_other_pictures(options.output, frames);

  const RayTable rays(scene.camera, ray_border_px(settings), options.common.threads, until_interrupted());
  FilesToWrite files(options.output);
  const Progress progress = progress_bar(streams, options.common, "images");
  // Threads work on whole images, or together on one that is alone or large.
  const bool one_at_a_time = frames.size() == 1 || pixels > kLargePixels;
  settings.threads = one_at_a_time ? options.common.threads : 1;
  SharedProgress shared(progress, frames.size());
  settings.progress = shared.uncounted();
  std::mutex mutex;
  parallel_for(frames.size(), one_at_a_time ? 1 : options.common.threads, [&](std::size_t j) {
    const FrameEffects& effects = simulation.effects[j];
    const TargetSurface surface(scene.target, scene.options.bend_m, effects.bend);
    const bool refocus = effects.disturbance.log_focal != 0 || !effects.disturbance.shift.isZero();
    const std::optional<RayTable> own =
        refocus ? std::make_optional<RayTable>(refocused(scene.camera, effects.disturbance), ray_border_px(settings),
                                               settings.threads, settings.progress)
                : std::nullopt;
    const std::string bytes = png_bytes(render(own ? *own : rays, pattern, surface, simulation.camera_from_target[j],
                                               settings, j, effects.disturbance));
    {
      const std::lock_guard lock(mutex);
      files.add(frames[j].name, bytes);
    }
    shared.add_one();
  });
  const std::string truth = truth_json(simulation_json(scene.camera, simulation, scene.options), settings);
  files.add(kTruthFile, truth);
  stop_if_interrupted();
  files.put_in_place();
  if (!options.common.quiet) {
    streams.err << fmt::format("wrote {} images and the true corners ({}) to {}\n", frames.size(), kTruthFile,
                               options.output);
  }
  if (options.common.json) streams.out << truth;
  return kExitDone;
}

void add_render_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<RenderCommandOptions>();
  const RenderOptions defaults;
  options->psf_px = shortest(defaults.psf_px);
  options->samples = defaults.samples;
  options->read_noise = shortest(defaults.sensor.read_noise);
  options->shot_noise = shortest(defaults.sensor.shot_noise);
  options->gradient = shortest(defaults.sensor.gradient);
  options->bits = defaults.sensor.bits;

  CLI::App& command =
      add_command(app, "render", "Draw images of a target by a camera that is known",
                  "fiducia render --model radial2 --params fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1 \\\n"
                  "    --image-size 1936x1216 --target chessboard:10x8:0.05 --frames 25 --psf 0.7 --noise 0.01 \\\n"
                  "    --seed 1 -o pictures",
                  options->common);
  add_scene_options(command, options->scene);
  command
      .add_option("--psf", options->psf_px, "Standard deviation of the blur in pixels, lens and pixel area together")
      ->capture_default_str();
  command.add_option("--samples", options->samples, "Weighted samples per pixel, a square number")
      ->check(square_number)
      ->capture_default_str();
  command.add_option("--noise", options->read_noise, "Standard deviation of the noise, a part of the range")
      ->capture_default_str();
  command
      .add_option("--shot-noise", options->shot_noise,
                  "Noise of the photons: standard deviation at full range; it grows with the root of the light")
      ->capture_default_str();
  command
      .add_option(
          "--gradient", options->gradient,
          "FALL or FALL:DEGREES: the light falls by this part across the image, to the right (0) or downwards (90)")
      ->capture_default_str();
  command.add_option("--bits", options->bits, "Bits per pixel")->check(CLI::IsMember({8, 16}))->capture_default_str();
  command.add_option("-o,--output", options->output, "Folder to write: the images and truth.json")->required();
  command.callback([options, streams, &status] { status = run_render(*options, streams); });
}

}  // namespace fiducia

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
#include "apps/fiducia/simulate.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/detect/target_markers.h"
#include "fiducia/io/file.h"
#include "fiducia/io/image_png.h"
#include "fiducia/io/json.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/rig_simulation_json.h"
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

void require_few_pixels(ImageSize size) {
  require_option(static_cast<double>(size.width) * size.height <= kMostPixels,
                 fmt::format("--image-size: {}x{} pixels are too many to render; 100 million is the most", size.width,
                             size.height));
}

/// The images of one camera.
struct ImagesToRender {
  struct One {
    std::string file;
    Pose camera_from_target;
    FrameEffects effects;
    std::uint64_t noise = 0;  ///< its stream
  };

  const Camera& camera;
  const Target& target;
  const PatternGrid& pattern;
  double bend_m = 0;
  std::vector<One> images = {};
};

void render_images(const ImagesToRender& scene, RenderOptions settings, int threads, SharedProgress* shared,
                   FilesToWrite* files) {
  const ImageSize size = scene.camera.image_size();
  const double pixels = static_cast<double>(size.width) * size.height;
  const RayTable rays(scene.camera, ray_border_px(settings), threads, until_interrupted());
  // Threads work on whole images, or together on one that is alone or large.
  const bool one_at_a_time = scene.images.size() == 1 || pixels > kLargePixels;
  settings.threads = one_at_a_time ? threads : 1;
  settings.progress = shared->uncounted();
  std::mutex mutex;
  parallel_for(scene.images.size(), one_at_a_time ? 1 : threads, [&](std::size_t j) {
    const ImagesToRender::One& image = scene.images[j];
    const Disturbance& disturbance = image.effects.disturbance;
    const TargetSurface surface(scene.target, scene.bend_m, image.effects.bend);
    const bool refocus = disturbance.log_focal != 0 || !disturbance.shift.isZero();
    const std::optional<RayTable> own =
        refocus ? std::make_optional<RayTable>(refocused(scene.camera, disturbance), ray_border_px(settings),
                                               settings.threads, settings.progress)
                : std::nullopt;
    const std::string bytes = png_bytes(render(own ? *own : rays, scene.pattern, surface, image.camera_from_target,
                                               settings, image.noise, disturbance));
    {
      const std::lock_guard lock(mutex);
      files->add(image.file, bytes);
    }
    shared->add_one();
  });
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

/// A folder of images per camera, named as the cameras are; the true corners and the truth beside them.
int run_render_rig(const RenderCommandOptions& options, const Streams& streams) {
  RigSceneToSimulate scene = parse_rig_scene(options.scene, options.rig, options.common);
  const RenderOptions settings = render_options(options);
  for (const SimulatedRigCamera& camera : scene.cameras) require_few_pixels(camera.camera.image_size());
  const PatternGrid pattern =
      target_pattern(scene.target, target_markers(scene.target), default_margin_m(scene.target));
  scene.options.poses.board_margin_m = -pattern.outline().min().x();  // the points begin at 0
  RigSimulation simulation = simulate_rig(scene.cameras, scene.target, scene.options);
  std::vector<Instant>& instants = simulation.observations.instants;
  for (Instant& instant : instants) instant.name += ".png";
  const std::vector<FileContent> corners = rig_observation_files(simulation);

  // What is not put in place is gone again: all folders wait for the last image.
  FilesToWrite files(options.output);
  std::vector<std::unique_ptr<FilesToWrite>> folders;
  std::vector<ImagesToRender> cameras;
  std::size_t count = 0;
  for (std::size_t c = 0; c < scene.cameras.size(); ++c) {
    const std::filesystem::path folder = std::filesystem::path(options.output) / scene.cameras[c].name;
    refuse_other_pictures(folder, camera_observations(simulation.observations, c).frames);
    folders.push_back(std::make_unique<FilesToWrite>(folder));
    ImagesToRender& images =
        cameras.emplace_back(ImagesToRender{scene.cameras[c].camera, scene.target, pattern, scene.options.bend_m, {}});
    for (std::size_t j = 0; j < instants.size(); ++j) {
      if (!instants[j].frames[c]) continue;
      const SimulatedView& view = simulation.views[j][c];
      images.images.push_back({instants[j].name, view.camera_from_target, view.effects, j * scene.cameras.size() + c});
    }
    count += images.images.size();
  }
  const Progress progress = progress_bar(streams, options.common, "images");
  SharedProgress shared(progress, count);
  for (std::size_t c = 0; c < cameras.size(); ++c) {
    render_images(cameras[c], settings, options.common.threads, &shared, folders[c].get());
  }
  const std::string truth = truth_json(rig_truth_json(scene.cameras, simulation, scene.options), settings);
  for (const FileContent& file : corners) files.add(file.name, file.content);
  files.add(kTruthFile, truth);
  stop_if_interrupted();
  for (const auto& folder : folders) folder->put_in_place();
  files.put_in_place();
  if (!options.common.quiet) {
    streams.err << fmt::format("wrote {} images of {} cameras, a folder each, and the true corners to {}\n", count,
                               cameras.size(), options.output);
  }
  if (options.common.json) streams.out << truth;
  return kExitDone;
}

}  // namespace

int run_render(const RenderCommandOptions& options, const Streams& streams) {
  if (!options.rig.empty()) return run_render_rig(options, streams);
  check_no_rig_scene(options.rig);
  SceneToSimulate scene = parse_scene(options.scene, options.common);
  const RenderOptions settings = render_options(options);
  require_few_pixels(scene.camera.image_size());
  const PatternGrid pattern =
      target_pattern(scene.target, target_markers(scene.target), default_margin_m(scene.target));
  scene.options.poses.board_margin_m = -pattern.outline().min().x();  // the points begin at 0
  Simulation simulation = simulate(scene.camera, scene.target, scene.options);
  std::vector<Frame>& frames = simulation.observations.frames;
  for (Frame& frame : frames) frame.name += ".png";  // whoever detects corners names the frame by its file
  refuse_other_pictures(options.output, frames);

  FilesToWrite files(options.output);
  ImagesToRender images{scene.camera, scene.target, pattern, scene.options.bend_m, {}};
  for (std::size_t j = 0; j < frames.size(); ++j) {
    images.images.push_back({frames[j].name, simulation.camera_from_target[j], simulation.effects[j], j});
  }
  const Progress progress = progress_bar(streams, options.common, "images");
  SharedProgress shared(progress, frames.size());
  render_images(images, settings, options.common.threads, &shared, &files);
  const std::string truth = truth_json(simulation_json(scene.camera, simulation, scene.options), settings);
  files.add(kTruthFile, truth);
  stop_if_interrupted();
  files.put_in_place();
  if (!options.common.quiet) {
    streams.err << fmt::format("wrote {} image{} and the true corners ({}) to {}\n", frames.size(),
                               frames.size() == 1 ? "" : "s", kTruthFile, options.output);
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
  add_rig_scene_options(command, options->rig);
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
  command
      .add_option("-o,--output", options->output,
                  "Folder to write: the images (of a rig, a folder of them per camera) and truth.json")
      ->required();
  command.callback([options, streams, &status] { status = run_render(*options, streams); });
}

}  // namespace fiducia

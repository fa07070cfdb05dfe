#include "apps/fiducia/scene_arguments.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/detect/target_markers.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/rig_simulation_json.h"
#include "fiducia/simulate/render.h"
#include "fiducia/simulate/simulate_rig.h"
#include "fiducia/simulate/target_pattern.h"
#include "python/src/arrays.h"
#include "python/src/interruptible.h"
#include "python/src/observed.h"
#include "python/src/options.h"
#include "python/src/poses.h"
#include "python/src/target_argument.h"

namespace fiducia::python {
namespace {

/// Of the Python side, which has the defaults; numbers come as texts, as the command line has them.
SimulateOptions scene_options(const Keywords& keywords) {
  SceneArguments arguments;
  CommonOptions common;
  keywords.take_common(&common);
  keywords.take("frames", &arguments.frames);
  keywords.take("bend_m", &arguments.bend_m);
  keywords.take("effects", &arguments.effects);
  keywords.take("max_angle_deg", &arguments.max_angle_deg);
  keywords.take("distance", &arguments.distance_m);
  keywords.take("max_offset_m", &arguments.max_offset_m);
  if (arguments.frames < 1) throw Error(ErrorCode::kBadOption, "frames: give a number of frames above 0");
  return simulate_options(arguments, common);
}

double noise_of(const Keywords& keywords) {
  double noise = 0;
  keywords.take("noise_px", &noise);
  if (!(noise >= 0)) throw Error(ErrorCode::kBadOption, "noise_px: a standard deviation cannot be negative");
  return noise;
}

ObservedPtr observed_of(const Observations& observations) {
  auto observed = std::make_shared<Observed>();
  observed->read.observations = observations;
  return observed;
}

/// (observations, truth as JSON).
py::tuple simulate_camera(const Camera& camera, const py::object& target_given, const py::dict& given,
                          const py::object& show) {
  const Keywords keywords(given);
  const Target target = target_argument(target_given);
  SimulateOptions options = scene_options(keywords);
  options.noise_px = noise_of(keywords);
  const Simulation simulation = interruptible(show, [&](const Progress& progress) {
    options.progress = progress;
    return simulate(camera, target, options);
  });
  return py::make_tuple(observed_of(simulation.observations), simulation_json(camera, simulation, options));
}

RenderOptions render_options(const Keywords& keywords) {
  RenderOptions render;
  keywords.take("psf_px", &render.psf_px);
  keywords.take("samples", &render.samples);
  keywords.take("read_noise", &render.sensor.read_noise);
  keywords.take("shot_noise", &render.sensor.shot_noise);
  keywords.take("bits", &render.sensor.bits);
  keywords.take("seed", &render.seed);
  const auto require = [](bool holds, const char* message) {
    if (!holds) throw Error(ErrorCode::kBadOption, message);
  };
  require(render.psf_px >= 0.1 && render.psf_px <= 20, "psf_px: give a standard deviation from 0.1 to 20 pixels");
  require(render.sensor.read_noise >= 0 && render.sensor.read_noise <= 1,
          "read_noise: give a part of the range, 0 to 1");
  require(render.sensor.shot_noise >= 0 && render.sensor.shot_noise <= 1,
          "shot_noise: give a part of the range, 0 to 1");
  require(render.sensor.bits == 8 || render.sensor.bits == 16, "bits: give 8 or 16");
  static_cast<void>(gaussian_point_spread(render.samples));
  return render;
}

/// (observations, truth as JSON, images): every frame of a simulation as an image.
py::tuple render_camera(const Camera& camera, const py::object& target_given, const py::dict& given,
                        const py::object& show) {
  const Keywords keywords(given);
  const Target target = target_argument(target_given);
  SimulateOptions options = scene_options(keywords);
  options.noise_px = 0;
  const RenderOptions settings = render_options(keywords);
  const int threads = options.threads;
  std::vector<GrayImage> images;
  const Simulation simulation = interruptible(show, [&](const Progress& progress) {
    const PatternGrid pattern = target_pattern(target, target_markers(target), default_margin_m(target));
    options.poses.board_margin_m = -pattern.outline().min().x();  // the points begin at 0
    options.progress = uncounted(progress);
    Simulation scene = simulate(camera, target, options);
    for (Frame& frame : scene.observations.frames) frame.name += ".png";
    images.resize(scene.observations.frames.size());
    SharedProgress shared(progress, images.size());
    RenderOptions own = settings;
    own.progress = shared.uncounted();
    const RayTable rays(camera, ray_border_px(own), threads, own.progress);
    parallel_for(images.size(), threads, [&](std::size_t j) {
      const Disturbance& disturbance = scene.effects[j].disturbance;
      const TargetSurface surface(target, options.bend_m, scene.effects[j].bend);
      const bool refocus = disturbance.log_focal != 0 || !disturbance.shift.isZero();
      const auto refocused_rays =
          refocus ? std::make_optional<RayTable>(refocused(camera, disturbance), ray_border_px(own), 1, own.progress)
                  : std::nullopt;
      images[j] = render(refocused_rays ? *refocused_rays : rays, pattern, surface, scene.camera_from_target[j], own, j,
                         disturbance);
      shared.add_one();
    });
    return scene;
  });
  py::list arrays;
  for (GrayImage& image : images) {
    const std::vector<py::ssize_t> shape = {image.height, image.width};
    if (image.bits == 8) {
      arrays.append(owning(std::vector<std::uint8_t>(image.pixels.begin(), image.pixels.end()), shape));
    } else {
      arrays.append(owning(std::move(image.pixels), shape));
    }
  }
  return py::make_tuple(observed_of(simulation.observations), simulation_json(camera, simulation, options), arrays);
}

/// ({name: observations}, truth as JSON). cameras: (name, camera, camera_from_rig).
py::tuple simulate_cameras(const py::list& cameras, const py::object& target_given, const py::dict& given,
                           const py::object& show) {
  const Keywords keywords(given);
  const Target target = target_argument(target_given);
  const SimulateOptions scene = scene_options(keywords);
  SimulateRigOptions options;
  options.instants = scene.frames;
  options.noise_px = noise_of(keywords);
  options.bend_m = scene.bend_m;
  options.effects = scene.effects;
  options.spoiled_px = scene.spoiled_px;
  options.seed = scene.seed;
  options.poses = scene.poses;
  options.threads = scene.threads;
  std::vector<SimulatedRigCamera> mounted;
  for (const py::handle& one : cameras) {
    const auto parts = one.cast<py::tuple>();
    mounted.push_back({parts[0].cast<std::string>(), parts[1].cast<Camera>(), pose_argument(parts[2].cast<Numbers>())});
  }
  const RigSimulation simulation = interruptible(show, [&](const Progress& progress) {
    options.progress = progress;
    return simulate_rig(mounted, target, options);
  });
  py::dict seen;
  for (std::size_t c = 0; c < mounted.size(); ++c) {
    const Observations own = camera_observations(simulation.observations, c);
    if (own.frames.empty()) {
      throw Error(ErrorCode::kBadOption, "cameras: " + mounted[c].name +
                                             " never sees the whole target: turn it towards the others' view, or give "
                                             "a greater distance");
    }
    seen[mounted[c].name.c_str()] = observed_of(own);
  }
  return py::make_tuple(seen, rig_truth_json(mounted, simulation, options));
}

}  // namespace

void bind_scenes(py::module_& module) {
  module.def("simulate", &simulate_camera, py::arg("camera"), py::arg("target"), py::arg("options"),
             py::arg("progress"));
  module.def("render", &render_camera, py::arg("camera"), py::arg("target"), py::arg("options"), py::arg("progress"));
  module.def("simulate_rig", &simulate_cameras, py::arg("cameras"), py::arg("target"), py::arg("options"),
             py::arg("progress"));
}

}  // namespace fiducia::python

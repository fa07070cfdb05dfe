#include "apps/fiducia/rig_scene.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "apps/fiducia/input.h"
#include "apps/fiducia/parse.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

struct NamedText {
  std::string name;
  std::string text;
};

/// NAME=TEXT; a camera's name has letters, digits, _ and - only.
NamedText split_name(const std::string& option, const std::string& argument, const std::string& example) {
  const std::size_t equals = argument.find('=');
  require_option(equals != std::string::npos && equals > 0 && equals + 1 < argument.size(),
                 fmt::format("{} {}: give {}", option, excerpt(argument), example));
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

std::size_t camera_named(const std::string& option, const std::string& name,
                         const std::vector<SimulatedRigCamera>& cameras) {
  const auto found = std::find_if(cameras.begin(), cameras.end(),
                                  [&](const SimulatedRigCamera& camera) { return camera.name == name; });
  require_option(found != cameras.end(),
                 fmt::format("{}: there is no camera {}; give --camera {} too", option, excerpt(name), excerpt(name)));
  return static_cast<std::size_t>(found - cameras.begin());
}

/// X,Y,Z[,RX,RY,RZ]: metres, and a rotation vector in degrees. Where something stands, seen from the frame it is told
/// in.
Pose parse_place(const std::string& option, const std::string& text) {
  const std::vector<double> numbers = parse_numbers(option, text);
  require_option(numbers.size() == 3 || numbers.size() == 6,
                 fmt::format("{} {}: give three numbers X,Y,Z in metres, or six, X,Y,Z,RX,RY,RZ, with a rotation in "
                             "degrees",
                             option, excerpt(text)));
  const Vector3 turn = numbers.size() == 6 ? Vector3(numbers[3], numbers[4], numbers[5]) : Vector3(0, 0, 0);
  return Pose::from_vectors(kDegree * turn, {numbers[0], numbers[1], numbers[2]});
}

/// Of VALUE for all cameras and NAME=VALUE for one, the camera's own. An empty result: none was given.
std::string value_for(const std::string& name, const std::vector<std::string>& values, bool value_has_equals) {
  std::string for_all;
  for (const std::string& value : values) {
    const std::size_t equals = value.find('=');
    const std::string first = value.substr(0, value.find(','));
    const bool is_named =
        equals != std::string::npos && (!value_has_equals || std::count(first.begin(), first.end(), '=') > 1);
    if (!is_named) {
      for_all = value;
    } else if (value.substr(0, equals) == name) {
      return value.substr(equals + 1);
    }
  }
  return for_all;
}

/// NAME= of a value that is for one camera must be a camera's.
void require_known_names(const std::string& option, const std::vector<std::string>& values, bool value_has_equals,
                         const std::vector<std::string>& names) {
  for (const std::string& value : values) {
    const std::string first = value.substr(0, value.find(','));
    const auto equals = std::count(first.begin(), first.end(), '=');
    if (equals < (value_has_equals ? 2 : 1)) continue;
    const std::string name = value.substr(0, value.find('='));
    require_option(std::find(names.begin(), names.end(), name) != names.end(),
                   fmt::format("{} {}: there is no camera {}", option, excerpt(value), excerpt(name)));
  }
}

std::vector<SimulatedRigCamera> rig_cameras(const SceneArguments& scene, const RigSceneArguments& rig) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  std::vector<std::string> names;
  std::vector<Pose> places;
  for (const std::string& argument : rig.cameras) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    require_option(
        !name.empty() && name.find_first_not_of(kLetters) == std::string::npos,
        "--camera " + excerpt(argument) +
            ": give NAME or NAME=X,Y,Z[,RX,RY,RZ], such as right=0.12,0,0; a name has letters, digits, _ and "
            "- only");
    require_option(std::find(names.begin(), names.end(), name) == names.end(),
                   "--camera " + excerpt(argument) + ": there are two cameras of this name");
    require_option(!names.empty() || equals == std::string::npos,
                   "--camera " + excerpt(argument) +
                       ": the first camera is the frame of the rig and stands at its origin; give its name alone");
    require_option(names.empty() || equals != std::string::npos,
                   "--camera " + excerpt(argument) + ": say where it stands, such as " + name +
                       "=0.12,0,0 for 12 cm to the right of " + (names.empty() ? name : names.front()));
    names.push_back(name);
    places.push_back(equals == std::string::npos ? Pose() : parse_place("--camera", argument.substr(equals + 1)));
  }
  require_option(names.size() > 1,
                 "a rig has at least two cameras; give --camera once for each, or none for one camera");
  require_known_names("--model", scene.models, false, names);
  require_known_names("--params", scene.parameters, true, names);
  require_known_names("--image-size", scene.image_sizes, false, names);
  std::vector<SimulatedRigCamera> cameras;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const auto given = [&](const char* option, const std::vector<std::string>& values, bool value_has_equals) {
      std::string value = value_for(names[c], values, value_has_equals);
      require_option(!value.empty(), fmt::format("{}: nothing is said about camera {}", option, names[c]));
      return value;
    };
    const std::string own_model = value_for(names[c], scene.models, false);
    const std::string model = own_model.empty() ? kSceneModel : own_model;
    Camera camera(model, parse_named_numbers("--params", given("--params", scene.parameters, true)),
                  parse_image_size("--image-size", given("--image-size", scene.image_sizes, false)));
    cameras.push_back({names[c], std::move(camera), c == 0 ? Pose() : places[c].inverse()});
  }
  return cameras;
}

/// How camera_from_rig moves when the camera is put to `place`, seen from where it stood.
Vector6 motion_to(const Pose& place, const Pose& camera_from_rig) {
  const Pose after = place.inverse() * camera_from_rig;
  Vector6 motion;
  motion << -place.rotation_vector(), after.translation - camera_from_rig.translation;
  return motion;
}

void set_mounts(const RigSceneArguments& rig, const std::vector<SimulatedRigCamera>& cameras,
                SimulateRigOptions* options) {
  if (!rig.moved_mount.empty()) {
    const std::string example = "NAME=INSTANT:X,Y,Z[,RX,RY,RZ], such as right=12:0.002,0,0";
    const auto [name, text] = split_name("--moved-mount", rig.moved_mount, example);
    const std::size_t colon = text.find(':');
    require_option(colon != std::string::npos, "--moved-mount " + excerpt(rig.moved_mount) + ": give " + example);
    const double from = parse_number("--moved-mount", text.substr(0, colon));
    require_option(from >= 1 && from < options->instants && from == static_cast<int>(from),
                   fmt::format("--moved-mount {}: instants are counted from 0; give one from 1 to {}",
                               excerpt(rig.moved_mount), options->instants - 1));
    const std::size_t camera = camera_named("--moved-mount", name, cameras);
    options->loose_mount =
        LooseMount{camera, static_cast<int>(from),
                   motion_to(parse_place("--moved-mount", text.substr(colon + 1)), cameras[camera].camera_from_rig)};
  }
  for (const std::string& argument : rig.loose_mounts) {
    const auto [name, text] = split_name("--loose-mount", argument, "NAME=METRES[,DEGREES], such as right=0.0005,0.05");
    const std::vector<double> sizes = parse_numbers("--loose-mount", text);
    require_option(!sizes.empty() && sizes.size() <= 2 && *std::min_element(sizes.begin(), sizes.end()) >= 0,
                   "--loose-mount " + excerpt(argument) + ": give METRES or METRES,DEGREES, zero or more");
    options->shaky_mounts.push_back(
        {camera_named("--loose-mount", name, cameras), sizes[0], sizes.size() > 1 ? kDegree * sizes[1] : 0});
  }
}

}  // namespace

void add_rig_scene_options(CLI::App& command, RigSceneArguments& arguments) {
  arguments.speed_m_s = arguments.turn_rate_deg_s = arguments.alone = "0";
  command
      .add_option("--camera", arguments.cameras,
                  "Of a rig, once for each camera: NAME of the first, which is the rig's frame, then "
                  "NAME=X,Y,Z[,RX,RY,RZ], where the others stand in it: metres, and a rotation vector in degrees "
                  "(right=0.12,0,0). --model, --params and --image-size are then for all, or NAME=... for one; "
                  "--frames are instants")
      ->allow_extra_args(false);
  command
      .add_option("--lag", arguments.lags,
                  "Of a rig: NAME=SECONDS, a camera takes its images so much later, while the target moves")
      ->allow_extra_args(false);
  command.add_option("--speed", arguments.speed_m_s, "Of a rig: how fast the target moves, in m/s")
      ->capture_default_str();
  command.add_option("--turn-rate", arguments.turn_rate_deg_s, "Of a rig: how fast it turns, in degrees/s")
      ->capture_default_str();
  command.add_option("--moved-mount", arguments.moved_mount,
                     "Of a rig: NAME=INSTANT:X,Y,Z[,RX,RY,RZ], from an instant on (counted from 0) a camera stands so "
                     "much elsewhere, seen from where it stood");
  command
      .add_option("--loose-mount", arguments.loose_mounts,
                  "Of a rig: NAME=METRES[,DEGREES], a camera stands elsewhere at every instant, at random: standard "
                  "deviation per axis")
      ->allow_extra_args(false);
  command.add_option("--alone", arguments.alone, "Of a rig: part of the instants that one camera alone sees")
      ->capture_default_str();
}

void check_no_rig_scene(const RigSceneArguments& rig) {
  const auto refuse = [](bool given, const std::string& option) {
    require_option(!given, option + " is for a rig: give --camera for each of its cameras");
  };
  refuse(!rig.lags.empty(), "--lag");
  refuse(rig.speed_m_s != "0", "--speed");
  refuse(rig.turn_rate_deg_s != "0", "--turn-rate");
  refuse(!rig.moved_mount.empty(), "--moved-mount");
  refuse(!rig.loose_mounts.empty(), "--loose-mount");
  refuse(rig.alone != "0", "--alone");
}

RigSceneToSimulate parse_rig_scene(const SceneArguments& scene, const RigSceneArguments& rig,
                                   const CommonOptions& common) {
  RigSceneToSimulate result{rig_cameras(scene, rig), target_named(scene.target), {}};
  const SimulateOptions one = simulate_options(scene, common);
  SimulateRigOptions& options = result.options;
  options.instants = one.frames;
  options.noise_px = 0;
  options.bend_m = one.bend_m;
  options.effects = one.effects;
  options.spoiled_px = one.spoiled_px;
  options.seed = one.seed;
  options.poses = one.poses;
  options.threads = one.threads;
  options.progress = one.progress;
  options.speed_m_s = parse_number("--speed", rig.speed_m_s);
  options.turn_rate_rad_s = kDegree * parse_number("--turn-rate", rig.turn_rate_deg_s);
  options.alone_fraction = parse_number("--alone", rig.alone);
  require_option(options.speed_m_s >= 0, "--speed: a speed cannot be negative");
  require_option(options.turn_rate_rad_s >= 0, "--turn-rate: a rate cannot be negative");
  require_option(options.alone_fraction >= 0 && options.alone_fraction < 1,
                 "--alone: give a part of the instants from 0 to below 1, such as 0.3");
  for (const std::string& lag : rig.lags) {
    const auto [name, text] = split_name("--lag", lag, "NAME=SECONDS, such as right=0.01");
    result.cameras[camera_named("--lag", name, result.cameras)].lag_s = parse_number("--lag", text);
    require_option(options.speed_m_s > 0 || options.turn_rate_rad_s > 0,
                   "--lag: a target that stands still shows no lag; give --speed or --turn-rate too");
  }
  require_option(!rig.lags.empty() || (options.speed_m_s == 0 && options.turn_rate_rad_s == 0),
                 "--speed and --turn-rate show only where a camera takes its images later: give --lag too");
  set_mounts(rig, result.cameras, &options);
  return result;
}

}  // namespace fiducia

#include "apps/fiducia/input.h"

#include <fnmatch.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <limits>

#include "apps/fiducia/parse.h"
#include "apps/fiducia/pictures.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/kalibr_files.h"
#include "fiducia/io/read_observations.h"

namespace fiducia {

CLI::Option* add_input_options(CLI::App& command, InputArguments& arguments) {
  CLI::Option* input = command
                           .add_option("INPUT", arguments.inputs,
                                       "Images, folders of images, videos, or one observations file (CSV, JSON, "
                                       "mrcal's corners.vnl, OpenCV's YAML "
                                       "with image_points). Images and videos need --target")
                           ->required();
  command.add_option("--target", arguments.target,
                     target_forms() + ", or a target file of Kalibr; without it, what the file says");
  command.add_option("--image-size", arguments.image_size, "WxH in pixels; CSV and corners.vnl need it");
  command
      .add_option("--leave-out,--exclude", arguments.leave_out,
                  "Frames to do without, by name or pattern ('blurred*.png'), separated by commas: those of another "
                  "camera, say")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_flag("--no-cache", arguments.no_cache,
                   "Look at every image anew, and remember nothing (see 'fiducia detect --help')");
  add_every_option(command, arguments.every);
  return input;
}

void add_every_option(CLI::App& command, int& every) {
  command
      .add_option("--every", every,
                  "Of a video, every Nth frame. Without it, up to 80 frames are chosen that are sharp, still and "
                  "different from each other")
      ->check(CLI::Range(1, 1000000));
}

void add_target_shape_option(CLI::App& command, std::string& shape, bool can_be_auto) {
  command
      .add_option("--target-shape", shape,
                  std::string("What of the target is found with the camera: ") +
                      (can_be_auto ? "auto (what makes the camera least wrong), " : "") +
                      "planar (nothing: it is what --target says), warp (a smooth surface), free (every corner in 3D)")
      ->capture_default_str();
}

void add_effects_option(CLI::App& command, std::string& effects) {
  command
      .add_option("--effects", effects,
                  "What is fitted beside camera and target: none, auto (what the frames ask for), or some of " +
                      names_of(all_effects()) + " (docs/effects.md)")
      ->capture_default_str();
}

Target target_named(const std::string& spec) {
  const std::string extension = std::filesystem::path(spec).extension().string();
  return extension == ".yaml" || extension == ".yml" ? read_kalibr_target(read_file(spec), spec) : parse_target(spec);
}

ReadOptions read_options(const InputArguments& arguments) {
  ReadOptions read;
  if (!arguments.image_size.empty()) read.image_size = parse_image_size("--image-size", arguments.image_size);
  if (!arguments.target.empty()) read.target = target_named(arguments.target);
  return read;
}

namespace {

/// No board has squares of two metres: these are millimetres, or inches.
void point_out_millimetres(const ReadOptions& options, ReadObservations* input) {
  constexpr double kLargest_m = 2;
  if (!options.target || options.target->spacing_m < kLargest_m) return;
  const std::string spacing = in_digits(options.target->spacing_m, 6);
  input->warnings.push_back("the target's spacing of " + spacing + " is taken for metres; where " + spacing +
                            " mm are meant, give " + in_digits(options.target->spacing_m / 1000, 6) +
                            ". Intrinsics and pixels do not depend on that, lengths do");
}

ReadObservations read_as_named(const InputArguments& arguments, const ReadOptions& options, const CommonOptions& common,
                               const Streams& streams) {
  const std::vector<std::string>& inputs = arguments.inputs;
  if (std::any_of(inputs.begin(), inputs.end(), names_pictures)) {
    return observations_in_pictures(arguments, options, common, streams);
  }
  if (inputs.size() != 1) {
    throw Error(ErrorCode::kBadOption, "there are " + std::to_string(inputs.size()) +
                                           " inputs; give images or folders, or one observations file with all the "
                                           "images in it");
  }
  return read_observations(inputs.front(), options);
}

}  // namespace

void leave_out(const std::vector<std::string>& names, ReadObservations* input) {
  std::vector<Frame>& frames = input->observations.frames;
  for (auto one = names.begin(); one != names.end(); ++one) {
    const std::string& name = *one;
    if (std::find(names.begin(), one, name) != one) continue;  // named twice
    const auto is_meant = [&](const Frame& frame) {
      return frame.name == name || fnmatch(name.c_str(), frame.name.c_str(), 0) == 0;
    };
    std::vector<std::string> left;
    std::vector<std::string> known;
    for (const Frame& frame : frames) (is_meant(frame) ? left : known).push_back(frame.name);
    if (left.empty()) {
      throw Error(ErrorCode::kBadOption, "--leave-out: there is no frame '" + name + "'; there are " + some_of(known));
    }
    for (std::string& frame : left) input->left_out.push_back({std::move(frame), "left out on request"});
    std::erase_if(frames, is_meant);
  }
}

ReadObservations read_input(const InputArguments& arguments, const ReadOptions& options, const CommonOptions& common,
                            const Streams& streams) {
  ReadObservations input = read_as_named(arguments, options, common, streams);
  point_out_millimetres(options, &input);
  leave_out(arguments.leave_out, &input);
  return input;
}

void add_circumstances(const ReadObservations& input, Calibration& calibration) {
  calibration.warnings.insert(calibration.warnings.begin(), input.warnings.begin(), input.warnings.end());
  constexpr std::size_t kNoFrame = std::numeric_limits<std::size_t>::max();
  std::vector<LeftOutFrame> left_out;
  for (const LeftOutImage& image : input.left_out) left_out.push_back({image.name, kNoFrame, image.reason});
  calibration.left_out.insert(calibration.left_out.begin(), left_out.begin(), left_out.end());
}

}  // namespace fiducia

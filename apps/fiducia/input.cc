#include "apps/fiducia/input.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <limits>

#include "apps/fiducia/parse.h"
#include "apps/fiducia/pictures.h"
#include "fiducia/core/error.h"
#include "fiducia/io/read_observations.h"

namespace fiducia {

void add_input_options(CLI::App& command, InputArguments& arguments) {
  command
      .add_option("INPUT", arguments.inputs,
                  "Pictures, folders of pictures, or one observations file (CSV or JSON). Pictures need --target")
      ->required();
  command.add_option("--target", arguments.target,
                     "chessboard:COLSxROWS:SPACING (inner corners, metres), charuco:COLSxROWS:SQUARE:MARKER:DICT or "
                     "aprilgrid:COLSxROWS:TAG:SPACING_RATIO; without it, what the file says");
  command.add_option("--image-size", arguments.image_size, "WxH in pixels; a CSV file needs it");
  command.add_flag("--no-cache", arguments.no_cache,
                   "Look at every picture anew, and remember nothing (see 'fiducia detect --help')");
}

void add_target_shape_option(CLI::App& command, std::string& shape) {
  command
      .add_option("--target-shape", shape,
                  "What of the target is found with the camera: planar (nothing: it is what --target says), warp (a "
                  "smooth surface), free (every corner in 3D)")
      ->capture_default_str();
}

ReadOptions read_options(const InputArguments& arguments) {
  ReadOptions read;
  if (!arguments.image_size.empty()) read.image_size = parse_image_size("--image-size", arguments.image_size);
  if (!arguments.target.empty()) read.target = parse_target(arguments.target);
  return read;
}

ReadObservations read_input(const InputArguments& arguments, const ReadOptions& options, const CommonOptions& common,
                            const Streams& streams) {
  const std::vector<std::string>& inputs = arguments.inputs;
  if (std::any_of(inputs.begin(), inputs.end(), names_pictures)) {
    return observations_in_pictures(arguments, options, common, streams);
  }
  if (inputs.size() != 1) {
    throw Error(ErrorCode::kBadOption, "there are " + std::to_string(inputs.size()) +
                                           " inputs; give pictures or folders, or one observations file with all the "
                                           "pictures in it");
  }
  return read_observations(inputs.front(), options);
}

void add_circumstances(const ReadObservations& input, Calibration& calibration) {
  calibration.warnings.insert(calibration.warnings.begin(), input.warnings.begin(), input.warnings.end());
  constexpr std::size_t kNoFrame = std::numeric_limits<std::size_t>::max();
  std::vector<LeftOutFrame> left_out;
  for (const LeftOutImage& image : input.left_out) left_out.push_back({image.name, kNoFrame, image.reason});
  calibration.left_out.insert(calibration.left_out.begin(), left_out.begin(), left_out.end());
}

}  // namespace fiducia

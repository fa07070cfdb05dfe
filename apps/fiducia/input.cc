#include "apps/fiducia/input.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "apps/fiducia/parse.h"
#include "fiducia/core/error.h"
#include "fiducia/io/read_observations.h"

namespace fiducia {
namespace {

bool is_picture(const std::filesystem::path& path) {
  constexpr std::array<std::string_view, 9> kExtensions = {".png",  ".jpg", ".jpeg", ".bmp", ".tif",
                                                           ".tiff", ".pgm", ".ppm",  ".webp"};
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

}  // namespace

void add_input_options(CLI::App& command, InputArguments& arguments) {
  command.add_option("INPUT", arguments.inputs, "An observations file, CSV or JSON")->required();
  command.add_option("--target", arguments.target,
                     "chessboard:COLSxROWS:SPACING (inner corners, metres), charuco:COLSxROWS:SQUARE:MARKER:DICT or "
                     "aprilgrid:COLSxROWS:TAG:SPACING_RATIO; without it, what the file says");
  command.add_option("--image-size", arguments.image_size, "WxH in pixels; a CSV file needs it");
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

ReadObservations read_input(const std::vector<std::string>& inputs, const ReadOptions& options) {
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (is_picture(input) || std::filesystem::is_directory(input, ignored)) {
      throw Error(ErrorCode::kBadFile, input +
                                           ": reading pictures is not available in this version yet; give an "
                                           "observations file (CSV or JSON) with the corners found in them");
    }
  }
  if (inputs.size() != 1) {
    throw Error(ErrorCode::kBadOption, "there are " + std::to_string(inputs.size()) +
                                           " inputs; give one observations file with all the pictures in it");
  }
  return read_observations(inputs.front(), options);
}

}  // namespace fiducia

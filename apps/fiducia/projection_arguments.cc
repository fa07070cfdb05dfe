#include "apps/fiducia/projection_arguments.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>

#include "apps/fiducia/parse.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/file.h"

namespace fiducia {
namespace {

/// The angle that the output shows along its middle row, degrees.
double shown_degrees(const OutputCamera& output) {
  const auto ray_at = [&](double u) { return output.unproject(Vector2(u, output.centre.y())); };
  const auto longitude = [&](double u) {
    const std::optional<Vector3> ray = ray_at(u);
    return ray ? std::abs(std::atan2(ray->x(), ray->z())) : std::numbers::pi;
  };
  return (longitude(-0.5) + longitude(output.image_size.width - 0.5)) / kDegree;
}

}  // namespace

void add_projection_options(CLI::App& command, ProjectionArguments& arguments) {
  command.add_option("--projection", arguments.projection, "How the new image is laid out: " + projection_names())
      ->capture_default_str();
  command.add_option("--size", arguments.size, "WxH of the new image in pixels; without it, the source's");
  command.add_option("--fov", arguments.fov,
                     "Horizontal field of view of the new image in degrees, with the camera's axis in the middle");
  command.add_flag("--keep-all", arguments.keep_all, "Show all of the source; parts of the new image stay black");
  command.add_flag("--crop", arguments.crop,
                   "Show as much as there is without black parts. Without --fov, --keep-all and --crop the scale in "
                   "the middle stays, as with OpenCV's undistort()");
}

OutputOptions output_options(const ProjectionArguments& arguments) {
  OutputOptions options;
  options.projection = projection_named(arguments.projection);
  if (!arguments.size.empty()) options.size = parse_image_size("--size", arguments.size);
  constexpr int kLargestSide = 32000;  // of cv::remap
  require_option(options.size.width <= kLargestSide && options.size.height <= kLargestSide,
                 fmt::format("--size: {} pixels are the most, each way", kLargestSide));
  const int given = (arguments.fov.empty() ? 0 : 1) + (arguments.keep_all ? 1 : 0) + (arguments.crop ? 1 : 0);
  require_option(given <= 1, "--fov, --keep-all and --crop exclude each other; give one of them");
  if (arguments.keep_all) options.framing = Framing::kKeepAll;
  if (arguments.crop) options.framing = Framing::kCrop;
  if (!arguments.fov.empty()) {
    options.framing = Framing::kFieldOfView;
    const double degrees = parse_number("--fov", arguments.fov);
    options.fov_rad = degrees * kDegree;
    require_option(degrees > 0 && degrees <= 360, "--fov: give an angle above 0 and up to 360 degrees");
  }
  return options;
}

Json output_camera_object(const OutputCamera& output) {
  return {{"format", "fiducia.projection/1"},
          {"projection", name_of(output.projection)},
          {"image_size", {output.image_size.width, output.image_size.height}},
          {"f", output.focal_px},
          {"cx", output.centre.x()},
          {"cy", output.centre.y()},
          {"formula", formula_of(output.projection)}};
}

Json coverage_object(const Coverage& coverage) {
  return {{"output_without_source", coverage.output_without_source},
          {"source_lost", coverage.source.lost},
          {"source_without_ray", coverage.source.without_ray}};
}

std::string output_in_words(const OutputCamera& output, const Coverage& coverage) {
  std::string words = fmt::format(
      "{}, {} px: f {:.2f} px, centre ({:.2f}, {:.2f}), {:.1f} degrees across the middle\n"
      "{:.1f}% of the source image are lost, {:.1f}% of the new image have no source\n",
      name_of(output.projection), to_string(output.image_size), output.focal_px, output.centre.x(), output.centre.y(),
      shown_degrees(output), 100 * coverage.source.lost, 100 * coverage.output_without_source);
  if (coverage.source.without_ray > 0) {
    words += fmt::format("{:.1f}% of the source image have no ray in this camera model: no projection can show them\n",
                         100 * coverage.source.without_ray);
  }
  return words;
}

void refuse_existing(const std::string& folder, const std::vector<std::string>& names, bool force) {
  require_writable_folder(folder);
  if (force) return;
  std::vector<std::string> there;
  for (const std::string& name : names) {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::path(folder) / name, ignored)) there.push_back(name);
  }
  if (there.empty()) return;
  throw Error(ErrorCode::kBadOption, "-o " + folder + ": " + some_of(there) + (there.size() == 1 ? " is" : " are") +
                                         " there already; give --force to replace what is there, or another folder");
}

}  // namespace fiducia

#include "apps/fiducia/evaluation_arguments.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <string_view>

#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "fiducia/core/error.h"
#include "fiducia/io/region_mask.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

/// CLI11's own says "not in range 0.000000 to" and three hundred digits.
CLI::Validator more_than_zero() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        double value = 0;
        const bool is_number = CLI::detail::lexical_cast(text, value);
        return is_number && value > 0 && std::isfinite(value) ? "" : text + " is no number above 0";
      },
      "NUMBER > 0");
}

[[noreturn]] void refuse_region(const std::string& text) {
  throw Error(ErrorCode::kBadOption, "--region: " + excerpt(text) +
                                         " is not a region; it is disc:CX,CY,RADIUS or rect:LEFT,TOP,RIGHT,BOTTOM in "
                                         "pixels");
}

RegionWeight parse_region(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) refuse_region(text);
  const std::string kind = text.substr(0, colon);
  const std::vector<double> numbers = parse_numbers("--region", std::string_view(text).substr(colon + 1));
  if (kind == "disc" && numbers.size() == 3) {
    if (!(numbers[2] > 0)) refuse_region(text);
    return disc_region({numbers[0], numbers[1]}, numbers[2]);
  }
  if (kind == "rect" && numbers.size() == 4)
    return rectangle_region({numbers[0], numbers[1]}, {numbers[2], numbers[3]});
  refuse_region(text);
}

std::string threshold_names() {
  std::string names;
  const VerdictThresholds defaults;
  for (const NamedThreshold& threshold : kNamedThresholds) {
    names += fmt::format("{}{}={:g}", names.empty() ? "" : ", ", threshold.name, defaults.*(threshold.value));
  }
  return names;
}

}  // namespace

void add_mapping_options(CLI::App& command, EvaluationArguments& arguments) {
  command
      .add_option("--region", arguments.regions,
                  "Where in the image the mapping matters: disc:CX,CY,RADIUS or rect:LEFT,TOP,RIGHT,BOTTOM in pixels; "
                  "of several, all of them together; without one all of the image, but for what a fisheye leaves dark")
      ->allow_extra_args(false);
  command.add_option("--region-mask", arguments.region_mask,
                     "A grey image (PGM, PNG) of the same size: white where the mapping matters");
  command.add_option("--grid", arguments.grid, "COLUMNSxROWS points over the image at which the mapping is compared")
      ->capture_default_str();
}

void add_error_options(CLI::App& command, EvaluationArguments& arguments) {
  add_mapping_options(command, arguments);
  command.add_flag("--no-rotation", arguments.no_rotation,
                   "Count what a small rotation of the camera would take back as an error too");
  command.add_flag("--plain", arguments.plain, "Measure the bias by mean squares instead of medians");
  command
      .add_option("--threshold", arguments.thresholds,
                  "NAME=VALUE, where findings and the verdict draw their other lines; they are " + threshold_names())
      ->allow_extra_args(false);
}

void add_evaluation_options(CLI::App& command, EvaluationArguments& arguments) {
  add_error_options(command, arguments);
  command.add_option("--abs-samples", arguments.abs_samples, "Samples of the approximate bootstrap (abs)")
      ->check(CLI::Range(2, 1'000'000))
      ->capture_default_str();
  command
      .add_option("--bootstrap", arguments.bootstrap,
                  "Also estimate the uncertainty (bs) from so many exact recalibrations of resampled frames")
      ->check(CLI::Range(2, 1'000'000));
  command
      .add_option(
          "--tolerance", arguments.tolerance,
          "The error in pixels that your application tolerates (RMS over the image): good is a camera that is off by "
          "less with 95% confidence, usable one that is expected to be")
      ->check(more_than_zero())
      ->capture_default_str();
  command
      .add_option(
          "--require", arguments.require,
          "A condition on the result: 'verdict=good' or 'verdict=usable' (that or better), or one on a number of "
          "the JSON result, such as 'trust.bound95_px<0.5'; exit status 3 where one does not hold. May be given "
          "several times")
      ->allow_extra_args(false);
}

MappingErrorOptions mapping_options(const EvaluationArguments& arguments) {
  MappingErrorOptions options;
  const ImageSize grid = parse_image_size("--grid", arguments.grid);
  constexpr int kMost = 1000;
  if (grid.width > kMost || grid.height > kMost) {
    throw Error(ErrorCode::kBadOption, "--grid: " + excerpt(arguments.grid) + " is more than 1000 points per side");
  }
  options.grid.columns = grid.width;
  options.grid.rows = grid.height;
  options.compensate_rotation = !arguments.no_rotation;
  for (const std::string& region : arguments.regions) {
    options.grid.region = either_region(options.grid.region, parse_region(region));
  }
  return options;
}

MappingErrorOptions mapping_options(const EvaluationArguments& arguments, ImageSize image_size) {
  MappingErrorOptions options = mapping_options(arguments);
  if (!arguments.region_mask.empty()) {
    options.grid.region =
        either_region(options.grid.region, mask_region(read_region_mask(arguments.region_mask, image_size)));
  }
  return options;
}

MappingErrorOptions mapping_options(const EvaluationArguments& arguments, const Observations& observations) {
  MappingErrorOptions options = mapping_options(arguments, observations.image_size);
  options.grid.region = lit_region(std::move(options.grid.region), observations);
  return options;
}

EvaluateOptions evaluate_options(const EvaluationArguments& arguments, const CommonOptions& common,
                                 ImageSize image_size, const Streams& streams) {
  EvaluateOptions options;
  options.mapping = mapping_options(arguments, image_size);
  options.plain_bias = arguments.plain;
  options.abs_samples = arguments.abs_samples;
  options.bootstrap_samples = arguments.bootstrap;
  options.seed = common.seed;
  options.threads = common.threads;
  options.progress = progress_bar(streams, common, "bootstrap");
  return options;
}

VerdictThresholds verdict_thresholds(const EvaluationArguments& arguments) {
  VerdictThresholds thresholds;
  for (const std::string& text : arguments.thresholds) {
    for (const auto& [name, value] : parse_named_numbers("--threshold", text)) {
      const auto known = std::find_if(kNamedThresholds.begin(), kNamedThresholds.end(),
                                      [&name = name](const NamedThreshold& entry) { return name == entry.name; });
      if (known == kNamedThresholds.end() || !(value >= 0)) {
        throw Error(ErrorCode::kBadOption, "--threshold: " + excerpt(text) +
                                               " is not one of these with a value of 0 or more: " + threshold_names());
      }
      thresholds.*(known->value) = value;
    }
  }
  if (thresholds.without_ray_good > thresholds.without_ray_bad) {
    throw Error(ErrorCode::kBadOption, "--threshold: without_ray_good must not be more than without_ray_bad");
  }
  return thresholds;
}

}  // namespace fiducia

#include "apps/fiducia/maps.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>
#include <set>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/map_files.h"
#include "apps/fiducia/parse.h"
#include "fiducia/io/file.h"
#include "fiducia/io/maps/grid_header.h"
#include "fiducia/io/maps/write_numpy.h"
#include "fiducia/use/unprojection_grid.h"

namespace fiducia {
namespace {

Json grid_object(const UnprojectionGrid& grid, double asked_px) {
  return {{"columns", grid.columns},
          {"rows", grid.rows},
          {"bytes", 4 * grid.nodes.size()},
          {"error_asked_px", asked_px},
          {"error_px", grid.largest_error_px},
          {"covered", grid.covered_share},
          {"nodes",
           "cubic B-spline coefficients of (x, y) / (1 + z) for the unit ray (x, y, z), [row][column][x, y]; cell "
           "(i, j) uses the nodes i to i + 3, j to j + 3"}};
}

std::string grid_in_words(const UnprojectionGrid& grid) {
  return fmt::format(
      "unprojection grid: {}x{} cells, {:.1f} kB, largest error {:.2g} px, covers {:.2f}% of the pixels that have a "
      "ray\n",
      grid.columns, grid.rows, 4e-3 * static_cast<double>(grid.nodes.size()), grid.largest_error_px,
      100 * grid.covered_share);
}

}  // namespace

int run_maps(const MapsCommandOptions& options, const Streams& streams) {
  const OutputOptions asked = output_options(options.projection);
  const std::set<std::string> formats = map_formats(options.formats, kAllMapFormats);
  UnprojectionGridOptions grid_options{.error_px = parse_number("--grid-error", options.grid_error),
                                       .threads = options.common.threads,
                                       .progress = until_interrupted()};
  require_option(grid_options.error_px >= 1e-3 && grid_options.error_px <= 10,
                 "--grid-error: give an error from 0.001 to 10 px; 32-bit floats hold no less");
  CameraFileOptions known;
  if (!options.image_size.empty()) known.presumed_image_size = parse_image_size("--image-size", options.image_size);
  const CalibrationRecord record = read_calibration(options.calibration, options.calibration_arguments, known);
  if (!options.common.quiet) streams.err << far_scene_note(record);
  const Camera& camera = record.camera;
  std::vector<std::string> names = map_file_names(formats);
  names.emplace_back("maps.json");
  refuse_existing(options.output, names, options.force);
  const OutputCamera output = output_camera(camera, asked);
  const LookupMap undistort = map_to_source(camera, output, options.common.threads, until_interrupted());
  const LookupMap distort = map_to_output(camera, output, options.common.threads, until_interrupted());
  const Coverage coverage{undistort.share_without_place(), source_loss(camera, output)};
  Json about = {{"format", "fiducia.maps/1"},
                {"model", camera.model().info().name},
                {"image_size", {camera.image_size().width, camera.image_size().height}},
                {"output", output_camera_object(output)},
                {"coverage", coverage_object(coverage)},
                {"files", names},
                {"nowhere", LookupMap::kNowhere}};
  FilesToWrite files(options.output);
  add_map_tables(formats, undistort, distort, "", &files);
  std::string grid_words;
  if (formats.contains("grid")) {
    const UnprojectionGrid grid = unprojection_grid(camera, grid_options);
    files.add("unproject_grid.h",
              grid_header(grid, "a camera (" + std::string(camera.model().info().name) + ")", grid_options.error_px));
    files.add("unproject_grid.npy",
              numpy_bytes(std::span<const float>(grid.nodes),
                          {static_cast<std::size_t>(grid.rows) + 3, static_cast<std::size_t>(grid.columns) + 3, 2}));
    about["grid"] = grid_object(grid, grid_options.error_px);
    grid_words = grid_in_words(grid);
  }
  files.add("maps.json", readable(about));
  stop_if_interrupted();
  files.put_in_place();
  if (options.common.json) streams.out << readable(about);
  if (!options.common.quiet) {
    result_stream(streams, options.common) << output_in_words(output, coverage) << grid_words;
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    streams.err << fmt::format("wrote {} to {}\n", list, options.output);
  }
  return kExitDone;
}

void add_maps_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<MapsCommandOptions>();
  CLI::App& command =
      add_command(app, "maps", "Write a camera as look-up tables, for programs that do not know its model",
                  "fiducia maps --calibration result/calibration.json --keep-all -o maps", options->common);
  hide_options(command, {"--seed"});
  command
      .add_option("--calibration", options->calibration,
                  "The camera: a calibration of Fiducia or another tool, as 'fiducia evaluate' takes it")
      ->required();
  add_calibration_options(command, options->calibration_arguments);
  command.add_option("--image-size", options->image_size, "WxH in pixels, where the calibration does not say it");
  add_projection_options(command, options->projection);
  command
      .add_option("--formats", options->formats,
                  "Some of yaml, xml (tables for cv::remap, compressed, as cv::FileStorage opens them), npy (the same "
                  "for NumPy), stmap (EXR for compositing), grid (rays from a small table, with a C++ header)")
      ->capture_default_str();
  command
      .add_option("--grid-error", options->grid_error,
                  "The most that the grid's rays may be off, in px: it gets as many cells as that takes")
      ->capture_default_str();
  command.add_option("-o,--output", options->output, "Folder to write")->required();
  command.add_flag("--force", options->force, "Replace files that are there already");
  command.callback([options, streams, &status] { status = run_maps(*options, streams); });
}

}  // namespace fiducia

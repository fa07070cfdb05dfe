#include "apps/fiducia/compare.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>

#include "apps/fiducia/comparison_summary.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/parse.h"
#include "fiducia/camera/pupil.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/io/evaluation_json.h"
#include "fiducia/report/other_parts.h"

namespace fiducia {

std::optional<double> expected_difference_px(const CalibrationRecord& a, const CalibrationRecord& b) {
  if (!a.bound95_px || !b.bound95_px) return std::nullopt;
  return std::hypot(*a.bound95_px, *b.bound95_px);
}

namespace {

/// A difference that a calibration's own systematic error explains is no proof of agreement.
std::string own_account(const CalibrationRecord& record, const std::string& name) {
  if (!record.bound95_px || !(record.systematic_px > 0)) return {};
  return fmt::format("{} is off by {:.3g} px systematically, by its own account: that is in its bound\n", name,
                     record.systematic_px);
}

/// Where the file does not say how large its images are, the other one may: theirs are of the same camera.
CalibrationRecord read_reference(const CompareCommandOptions& options, const CalibrationArguments& other_arguments,
                                 CameraFileOptions known) {
  try {
    return read_calibration(options.reference, options.calibration_arguments, known);
  } catch (const Error&) {
    if (!options.image_size.empty()) throw;
    try {
      known.presumed_image_size = read_calibration(options.other, other_arguments, known).camera.image_size();
    } catch (const Error&) {
      known.presumed_image_size.reset();
    }
    if (!known.presumed_image_size) throw;
  }
  return read_calibration(options.reference, options.calibration_arguments, known);
}

/// What is said about a file's cameras names the option that chooses among those of the first file.
CalibrationRecord read_other(const CompareCommandOptions& options, const CalibrationArguments& arguments,
                             const CameraFileOptions& known) {
  try {
    return read_calibration(options.other, arguments, known);
  } catch (const Error& error) {
    constexpr std::string_view kFirst = "--camera ";
    std::string message = error.what();
    for (std::size_t at = 0; (at = message.find(kFirst, at)) != std::string::npos; at += kFirst.size()) {
      message.insert(at + 2, "other-");
    }
    throw Error(error.code(), message);
  }
}

double distance_of(const CompareCommandOptions& options) {
  if (options.distance.empty()) return std::numeric_limits<double>::infinity();
  const double distance = parse_number("--distance", options.distance);
  require_option(distance > 0, "--distance: give a distance above 0, in metres");
  return distance;
}

Camera seen_at(const CalibrationRecord& record, double distance) {
  return record.pupil ? at_distance(record.camera, record.pupil->values, distance) : record.camera;
}

}  // namespace

int run_compare(const CompareCommandOptions& options, const Streams& streams) {
  check_report_name(options.report);
  static_cast<void>(mapping_options(options.evaluation));
  CameraFileOptions known;
  if (!options.image_size.empty()) known.presumed_image_size = parse_image_size("--image-size", options.image_size);
  const CalibrationArguments other_arguments{options.other_camera, options.calibration_arguments.model};
  const CalibrationRecord reference_file = read_reference(options, other_arguments, known);
  const double distance = distance_of(options);
  const Camera reference = seen_at(reference_file, distance);
  known.presumed_image_size = reference.image_size();
  const CalibrationRecord other_file = read_other(options, other_arguments, known);
  const Camera other = seen_at(other_file, distance);
  const GridOptions grid = mapping_options(options.evaluation, reference.image_size()).grid;
  MappingDifference difference;
  try {
    difference = mapping_difference(other, reference, grid);
  } catch (const Error& error) {
    throw Error(error.code(), options.reference + " and " + options.other + ": " + error.what());
  }
  const std::optional<double> expected = expected_difference_px(reference_file, other_file);
  if (options.common.json) {
    Json object = difference_object(difference);
    object["expected95_px"] = expected ? Json(*expected) : Json(nullptr);
    streams.out << readable(object);
  }
  if (!options.common.quiet) {
    if (distance == std::numeric_limits<double>::infinity()) {
      const auto has_pupil = reference_file.pupil ? &reference_file : other_file.pupil ? &other_file : nullptr;
      if (has_pupil != nullptr) streams.err << far_scene_note(*has_pupil) << "compare nearer ones with --distance M\n";
    }
    result_stream(streams, options.common)
        << difference_summary(difference, reference, other) << significance_summary(difference, expected)
        << own_account(reference_file, options.reference) << own_account(other_file, options.other);
  }
  if (!options.report.file.empty()) {
    ReportContent report;
    report.title = "Two cameras compared";
    report.comparison = comparison_part(difference, reference.image_size(), options.reference, options.other, expected);
    report.provenance = provenance_of({options.reference, options.other}, options.common, streams);
    write_report(options.report, report, options.common, streams);
  }
  return kExitDone;
}

void add_compare_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<CompareCommandOptions>();
  CLI::App& command = add_command(app, "compare", "Tell how far two calibrations map apart, in pixels",
                                  "fiducia compare monday/calibration.json friday/calibration.json", options->common);
  hide_options(command, {"--threads", "--seed"});
  command
      .add_option("CALIBRATION", options->reference,
                  "The calibration whose pixels are taken: of Fiducia or another tool, as 'fiducia evaluate' takes it")
      ->required();
  command.add_option("OTHER", options->other, "The one that is held against it; of any model")->required();
  add_calibration_options(command, options->calibration_arguments);
  command.add_option("--other-camera", options->other_camera, "The same for OTHER");
  command.add_option("--image-size", options->image_size, "WxH in pixels, where the files do not say it");
  command.add_option("--distance", options->distance,
                     "Compare where points at this distance (m) from the camera are seen, for lenses whose entrance "
                     "pupil moves (calibrate --effects pupil); far away without it");
  add_report_options(command, options->report);
  add_mapping_options(command, options->evaluation);
  command.callback([options, streams, &status] {
    options->reference = calibration_file_of(options->reference);
    options->other = calibration_file_of(options->other);
    status = run_compare(*options, streams);
  });
}

}  // namespace fiducia

#include "apps/fiducia/project.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/parse.h"
#include "fiducia/camera/pupil.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/json.h"
#include "fiducia/io/maps/point_table.h"
#include "fiducia/io/maps/write_numpy.h"
#include "fiducia/io/text.h"
#include "fiducia/use/point_uncertainty.h"

namespace fiducia {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

struct PointResult {
  std::vector<std::string> columns;
  Eigen::MatrixXd values;  ///< a row per point; nan where it has no projection or ray
  std::string estimator;   ///< of the uncertainty; empty: there is none
  int missing = 0;
  int outside = 0;  ///< pixels beyond the border of the image
};

bool is_in_image(const Vector2& pixel, ImageSize size) {
  return pixel.x() >= -0.5 && pixel.y() >= -0.5 && pixel.x() <= size.width - 0.5 && pixel.y() <= size.height - 0.5;
}

std::string bytes_of(const std::string& points) {
  if (points != "-") return read_file(points);
  return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

std::string points_name(const std::string& points) { return points == "-" ? "standard input" : points; }

CalibrationRecord calibration_for(const ProjectCommandOptions& options) {
  CameraFileOptions known;
  if (!options.image_size.empty()) known.presumed_image_size = parse_image_size("--image-size", options.image_size);
  return read_calibration(options.calibration, options.calibration_arguments, known);
}

/// The covariance to propagate: how much the frames disagree, else the noise; null: the file has neither.
const Eigen::MatrixXd* usable_covariance(const CalibrationRecord& record, std::string* estimator) {
  if (record.covariance_cr2 && record.covariance_cr2->allFinite()) {
    *estimator = "cr2";
    return &*record.covariance_cr2;
  }
  if (record.covariance_std && record.covariance_std->allFinite()) {
    *estimator = "std";
    return &*record.covariance_std;
  }
  return nullptr;
}

/// Where a camera with a pupil that stays would have to see the point.
std::optional<Vector3> seen_through(const Vector2& pupil, const Vector3& point) {
  if (!point.allFinite()) return std::nullopt;
  const std::optional<ThroughPupil> through = through_pupil(pupil, point);
  return through ? std::optional(through->point) : std::nullopt;
}

PointResult project_points(const CalibrationRecord& record, const Eigen::MatrixXd& points) {
  PointResult result{{"u", "v"}, {}, {}, 0};
  const Eigen::MatrixXd* covariance = usable_covariance(record, &result.estimator);
  if (covariance != nullptr) result.columns.insert(result.columns.end(), {"sigma_u_px", "sigma_v_px", "sigma_px"});
  result.values = Eigen::MatrixXd::Constant(points.rows(), static_cast<Eigen::Index>(result.columns.size()), kMissing);
  std::vector<Vector3> seen;
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const Vector3 point = points.row(i).transpose();
    std::optional<Vector3> through = point;
    if (record.pupil) through = seen_through(record.pupil->values, point);
    const std::optional<Vector2> pixel = point.isZero(0) || !through ? std::nullopt : record.camera.project(*through);
    if (!pixel) {
      ++result.missing;
      continue;
    }
    result.values.row(i).head<2>() = pixel->transpose();
    result.outside += is_in_image(*pixel, record.camera.image_size()) ? 0 : 1;
    seen.push_back(*through);
    rows.push_back(i);
  }
  if (covariance == nullptr) return result;
  const std::vector<PointUncertainty> all = point_uncertainties(record.camera, *covariance, seen, record.mapping_grid);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Eigen::Matrix2d& pixel = all[k].pixel;
    result.values.row(rows[k]).tail<3>() << std::sqrt(pixel(0, 0)), std::sqrt(pixel(1, 1)), std::sqrt(pixel.trace());
  }
  return result;
}

PointResult unproject_pixels(const CalibrationRecord& record, const Eigen::MatrixXd& pixels) {
  PointResult result{{"x", "y", "z"}, {}, {}, 0};
  const Eigen::MatrixXd* covariance = usable_covariance(record, &result.estimator);
  if (covariance != nullptr) result.columns.emplace_back("sigma_rad");
  if (record.pupil) result.columns.emplace_back("origin_z");
  result.values = Eigen::MatrixXd::Constant(pixels.rows(), static_cast<Eigen::Index>(result.columns.size()), kMissing);
  std::vector<Vector3> rays;
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < pixels.rows(); ++i) {
    const std::optional<Vector3> ray = record.camera.unproject(pixels.row(i).transpose());
    if (!ray) {
      ++result.missing;
      continue;
    }
    result.values.row(i).head<3>() = ray->transpose();
    result.outside += is_in_image(pixels.row(i).transpose(), record.camera.image_size()) ? 0 : 1;
    if (record.pupil) result.values(i, result.values.cols() - 1) = -pupil_offset(record.pupil->values, *ray);
    rays.push_back(*ray);
    rows.push_back(i);
  }
  if (covariance == nullptr) return result;
  const std::vector<PointUncertainty> all = point_uncertainties(record.camera, *covariance, rays, record.mapping_grid);
  for (std::size_t k = 0; k < rows.size(); ++k) result.values(rows[k], 3) = all[k].ray_rad;
  return result;
}

std::string result_csv(const PointResult& result) {
  std::string text;
  for (const std::string& column : result.columns) text += (text.empty() ? "" : ",") + column;
  text += '\n';
  for (Eigen::Index i = 0; i < result.values.rows(); ++i) {
    for (Eigen::Index k = 0; k < result.values.cols(); ++k) {
      if (k > 0) text += ',';
      if (std::isfinite(result.values(i, k))) text += shortest(result.values(i, k));
    }
    text += '\n';
  }
  return text;
}

Json result_json(const PointResult& result) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < result.values.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index k = 0; k < result.values.cols(); ++k) {
      row.push_back(std::isfinite(result.values(i, k)) ? Json(result.values(i, k)) : Json(nullptr));
    }
    rows.push_back(std::move(row));
  }
  return {{"columns", result.columns},
          {"points", std::move(rows)},
          {"uncertainty", result.estimator.empty() ? Json(nullptr) : Json(result.estimator)},
          {"missing", result.missing},
          {"outside", result.outside}};
}

std::string result_npy(const PointResult& result) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = result.values;
  return numpy_bytes(std::span<const double>(rows.data(), static_cast<std::size_t>(rows.size())),
                     {static_cast<std::size_t>(rows.rows()), static_cast<std::size_t>(rows.cols())});
}

void check_point_output(const ProjectCommandOptions& options) {
  if (options.output.empty()) return;
  const std::string extension = std::filesystem::path(options.output).extension().string();
  require_option(extension == ".csv" || extension == ".npy",
                 "-o: " + excerpt(options.output) + " must end in .csv or .npy");
  std::error_code ignored;
  require_option(options.force || !std::filesystem::exists(options.output, ignored),
                 "-o " + options.output + " is there already; give --force to replace it, or another name");
  require_writable_file(options.output);
}

int write_points(const PointResult& result, const CalibrationRecord& record, const char* what,
                 const ProjectCommandOptions& options, const Streams& streams) {
  if (!options.output.empty()) {
    const bool npy = std::filesystem::path(options.output).extension() == ".npy";
    write_file_atomically(options.output, npy ? result_npy(result) : result_csv(result));
  }
  if (options.common.json) {
    streams.out << readable(result_json(result));
  } else if (options.output.empty()) {
    streams.out << result_csv(result);
  }
  if (result.missing > 0) {
    streams.err << fmt::format("{} of {} points have no {}: their fields are empty\n", result.missing,
                               result.values.rows(), what);
  }
  if (!options.common.quiet && result.outside > 0) {
    streams.err << fmt::format(
        "warning: {} of {} pixels {} outside of the image ({}): there the numbers are the model's, which no image "
        "confirms\n",
        result.outside, result.values.rows(), result.outside == 1 ? "lies" : "lie",
        to_string(record.camera.image_size()));
  }
  if (!options.common.quiet && result.estimator.empty()) {
    streams.err << "without uncertainty: " << options.calibration << " does not tell that of the intrinsics\n";
  }
  if (!options.common.quiet && !result.estimator.empty() && record.systematic_px > 0) {
    streams.err << fmt::format(
        "note: sigma is the random error alone; by its own account this camera is off by {:.3g} px systematically\n",
        record.systematic_px);
  }
  return kExitDone;
}

void add_point_options(CLI::App& command, ProjectCommandOptions& options, const std::string& points) {
  command.add_option("POINTS", options.points, points)->required();
  command
      .add_option("--calibration", options.calibration,
                  "The camera: a calibration of Fiducia or another tool, as 'fiducia evaluate' takes it")
      ->required();
  add_calibration_options(command, options.calibration_arguments);
  command.add_option("--image-size", options.image_size, "WxH in pixels, where the calibration does not say it");
  command.add_option("-o,--output", options.output, "File to write (.csv, .npy); without it, CSV to standard output");
  command.add_flag("--force", options.force, "Replace a file that is there already");
}

}  // namespace

int run_project(const ProjectCommandOptions& options, const Streams& streams) {
  check_point_output(options);
  const CalibrationRecord record = calibration_for(options);
  const Eigen::MatrixXd points =
      read_point_table(bytes_of(options.points), points_name(options.points), {"x", "y", "z"});
  return write_points(project_points(record, points), record, "projection", options, streams);
}

int run_unproject(const ProjectCommandOptions& options, const Streams& streams) {
  check_point_output(options);
  const CalibrationRecord record = calibration_for(options);
  const Eigen::MatrixXd pixels = read_point_table(bytes_of(options.points), points_name(options.points), {"u", "v"});
  return write_points(unproject_pixels(record, pixels), record, "ray", options, streams);
}

void add_project_commands(CLI::App& app, const Streams& streams, int& status) {
  const auto project = std::make_shared<ProjectCommandOptions>();
  CLI::App& forward = add_command(app, "project", "Tell the pixels of points, and how uncertain they are",
                                  "fiducia project points.csv --calibration result/calibration.json", project->common);
  hide_options(forward, {"--threads", "--seed"});
  add_point_options(
      forward, *project,
      "Points in the camera frame (x right, y down, z forward): CSV with x, y, z, .npy of n x 3, or - "
      "for CSV from standard input. One that falls outside of the image gets the pixel that the model has "
      "for it, with a warning; one that the model cannot project, empty fields. sigma: of the pixel, after removing "
      "the "
      "rotation that fits best (where the camera points is a matter of its pose)");
  forward.callback([project, streams, &status] { status = run_project(*project, streams); });
  const auto unproject = std::make_shared<ProjectCommandOptions>();
  CLI::App& backward =
      add_command(app, "unproject", "Tell the rays of pixels, and how uncertain they are",
                  "fiducia unproject pixels.csv --calibration result/calibration.json", unproject->common);
  hide_options(backward, {"--threads", "--seed"});
  add_point_options(
      backward, *unproject,
      "Pixels, (0, 0) is the centre of the top-left one: CSV with u, v, .npy of n x 2, or - for CSV from "
      "standard input. One outside of the image gets the ray that the model has for it, with a warning; one "
      "without a ray, empty fields. sigma: the angle of the ray, after removing the rotation that fits best (where "
      "the camera points is a matter of its pose)");
  backward.callback([unproject, streams, &status] { status = run_unproject(*unproject, streams); });
}

}  // namespace fiducia

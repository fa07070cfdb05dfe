#include "apps/fiducia/rectify.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <memory>
#include <mutex>
#include <ostream>
#include <set>
#include <sstream>

#include "apps/fiducia/calibration_file.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/file_pattern.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/map_files.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "apps/fiducia/rectified_json.h"
#include "apps/fiducia/undistorted_names.h"
#include "apps/fiducia/videos.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/words.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/detect/undistort_files.h"
#include "fiducia/io/formats/camera_labels.h"
#include "fiducia/io/formats/rig_files.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

/// The images of one camera, and where they go.
struct RectifyJob {
  std::string folder;  ///< inside of the output, with a slash at its end
  std::vector<fs::path> pictures;
  std::vector<std::string> names;  ///< one per image
};

/// A rig and the text it was read from.
struct ReadRig {
  Rig rig;
  std::string text;
};

ReadRig read_rig_to_rectify(const RectifyCommandOptions& options) {
  CameraFileOptions known;
  if (!options.image_size.empty()) known.image_size = parse_image_size("--image-size", options.image_size);
  require_option(options.model.empty() || options.model == "opencv4" || options.model == "fisheye",
                 "--model: only opencv4 and fisheye can be asked for, where a file of OpenCV with four coefficients "
                 "leaves open which of the two it is");
  known.four_coefficients = options.model;
  const std::vector<FileContent> files = calibration_files({options.calibration});
  return {rig_of(read_camera_files(files, known), options.calibration), files.front().content};
}

/// The two cameras that are meant, in the order of the images.
Rig chosen_pair(const Rig& rig, const RectifyCommandOptions& options) {
  std::vector<std::string> names;
  for (const MountedCamera& camera : rig.cameras) names.push_back(camera.name);
  const std::string there_are = "; there are " + some_of(names, names.size());
  if (options.cameras.empty()) {
    require_option(rig.cameras.size() == 2, options.calibration +
                                                ": the rig has more than two cameras; choose those whose images these "
                                                "are with --cameras A,B" +
                                                there_are);
    return rig;
  }
  Rig pair;
  std::istringstream asked(options.cameras);
  for (std::string name; std::getline(asked, name, ',');) {
    const auto found = std::find(names.begin(), names.end(), name);
    require_option(found != names.end(), "--cameras: there is no camera " + name + there_are);
    pair.cameras.push_back(rig.cameras[static_cast<std::size_t>(found - names.begin())]);
  }
  require_option(pair.cameras.size() == 2 && pair.cameras[0].name != pair.cameras[1].name,
                 "--cameras " + options.cameras + ": give two cameras, such as left,right" + there_are);
  return pair;
}

std::array<RectifyJob, 2> rectify_jobs(const RectifyCommandOptions& options, const Rig& pair) {
  require_option(options.inputs.size() == 2,
                 fmt::format("give two arguments, not {}: the images of one camera and those of the other, each a "
                             "folder, an image, or a pattern in quotes such as 'left*.png'",
                             options.inputs.size()));
  const std::vector<std::string> folders =
      camera_file_labels({{.name = pair.cameras[0].name, .camera = pair.cameras[0].camera},
                          {.name = pair.cameras[1].name, .camera = pair.cameras[1].camera}});
  std::array<RectifyJob, 2> jobs;
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<fs::path> inputs;
    for (const std::string& file : files_like(options.inputs[i])) {
      require_option(!names_video(file), file +
                                             ": videos are not rectified; write their frames as images first "
                                             "(ffmpeg -i VIDEO frame%05d.png)");
      inputs.emplace_back(file);
    }
    jobs[i].folder = folders[i] + "/";
    jobs[i].pictures = picture_files(inputs);
    jobs[i].names = names_to_write(jobs[i].pictures);
    const fs::path place = fs::weakly_canonical(fs::path(options.output) / folders[i]);
    std::set<std::string> distinct;
    for (std::size_t k = 0; k < jobs[i].names.size(); ++k) {
      require_option(fs::weakly_canonical(jobs[i].pictures[k]).parent_path() != place,
                     "-o " + options.output + ": images are read from " + place.string() + "; give another folder");
      require_option(
          distinct.insert(jobs[i].names[k]).second,
          "two of the images would both be written to " + jobs[i].folder + jobs[i].names[k] + "; rename one of them");
    }
  }
  return jobs;
}

StereoRectification rectification_for(const RectifyCommandOptions& options, const Rig& pair) {
  const OutputOptions asked = output_options(options.projection);
  try {
    return rectify_stereo(pair.cameras[0].camera, pair.cameras[1].camera, pair.pose_between(1, 0),
                          {.size = asked.size, .framing = asked.framing, .fov_rad = asked.fov_rad});
  } catch (const Error& error) {
    throw Error(error.code(), options.calibration + ": " + pair.cameras[0].name + " and " + pair.cameras[1].name +
                                  ": " + error.what());
  }
}

std::string rig_text(const Rig& rig) {
  std::vector<FileCamera> cameras;
  for (const MountedCamera& mounted : rig.cameras) {
    cameras.push_back({.name = mounted.name, .camera = mounted.camera, .from_reference = mounted.camera_from_rig});
  }
  return camera_file_text(camera_format_named("fiducia"), cameras);
}

void rectify_pictures(const RectifyJob& job, const LookupMap& map, ImageSize expected,
                      const RectifyCommandOptions& options, SharedProgress& progress, FilesToWrite* files) {
  const Interpolation interpolation = interpolation_named(options.interpolation);
  std::mutex mutex;
  parallel_for(job.pictures.size(), options.common.threads, [&](std::size_t i) {
    const std::string bytes = undistort_file(read_file(job.pictures[i]), job.pictures[i].string(), job.names[i], map,
                                             expected, interpolation);
    {
      const std::lock_guard lock(mutex);
      files->add(job.folder + job.names[i], bytes);
    }
    progress.add_one();
  });
}

std::string pair_in_words(const Rig& pair, const StereoRectification& rectified, const std::vector<Coverage>& coverage,
                          const std::optional<PredictedRowError>& row_error) {
  const bool vertical = rectified.rotations.vertical;
  std::string words = fmt::format(
      "{} and {}, {} px: f {:.2f} px, centre ({:.2f}, {:.2f}), baseline {:.5g} m; a point has the same {}\n",
      pair.cameras[0].name, pair.cameras[1].name, to_string(rectified.a.image_size), rectified.a.focal_px,
      rectified.a.centre.x(), rectified.a.centre.y(), std::abs(rectified.rotations.shift_m),
      vertical ? "column in both (the cameras stand one above the other)" : "row in both");
  for (std::size_t i = 0; i < coverage.size(); ++i) {
    words += fmt::format("{}: {:.1f}% of the source image are lost, {:.1f}% of the new image have no source\n",
                         pair.cameras[i].name, 100 * coverage[i].source.lost, 100 * coverage[i].output_without_source);
  }
  if (row_error) {
    words +=
        fmt::format("{} differ by less than {:.2g} px RMS over the image with 95% confidence, by the calibration{}\n",
                    vertical ? "columns" : "rows", row_error->bound95_px,
                    row_error->is_one_rig ? "" : "; but by it these images are not of one rig: they may differ more");
  }
  return words;
}

}  // namespace

int run_rectify(const RectifyCommandOptions& options, const Streams& streams) {
  static_cast<void>(output_options(options.projection));
  static_cast<void>(interpolation_named(options.interpolation));
  std::set<std::string> formats = map_formats(options.formats, {"yaml", "xml", "npy", "stmap", "none"});
  if (formats.erase("none") > 0) {
    require_option(formats.empty(), "--formats: none stands alone");
  }
  const ReadRig read = read_rig_to_rectify(options);
  const Rig pair = chosen_pair(read.rig, options);
  const std::array<RectifyJob, 2> jobs = rectify_jobs(options, pair);
  const StereoRectification rectified = rectification_for(options, pair);
  std::vector<std::string> names = {"rectified.json", "calibration.json"};
  for (const RectifyJob& job : jobs) {
    for (const std::string& name : map_file_names(formats)) names.push_back(job.folder + name);
    for (const std::string& name : job.names) names.push_back(job.folder + name);
  }
  refuse_existing(options.output, names, options.force);

  FilesToWrite files(options.output);
  std::vector<Coverage> coverage;
  const Progress bar = progress_bar(streams, options.common, "images");
  SharedProgress progress(bar, jobs[0].pictures.size() + jobs[1].pictures.size());
  for (std::size_t i = 0; i < 2; ++i) {
    const Camera& camera = pair.cameras[i].camera;
    const OutputCamera& output = i == 0 ? rectified.a : rectified.b;
    const LookupMap map = map_to_source(camera, output, options.common.threads, until_interrupted());
    coverage.push_back({map.share_without_place(), source_loss(camera, output)});
    if (!formats.empty()) {
      const LookupMap back = map_to_output(camera, output, options.common.threads, until_interrupted());
      add_map_tables(formats, map, back, jobs[i].folder, &files);
    }
    rectify_pictures(jobs[i], map, camera.image_size(), options, progress, &files);
  }
  const std::optional<PredictedRowError> row_error = predicted_row_error(read.text, pair, rectified);
  Json about = rectified_object(pair, rectified, coverage);
  if (row_error) {
    about["row_error_bound95_px"] = row_error->bound95_px;
    about["is_one_rig"] = row_error->is_one_rig;
  }
  about["files"] = names;
  files.add("rectified.json", readable(about));
  files.add("calibration.json", rig_text(rectified_rig(pair, rectified)));
  stop_if_interrupted();
  files.put_in_place();

  if (options.common.json) streams.out << readable(about);
  if (!options.common.quiet) {
    result_stream(streams, options.common) << pair_in_words(pair, rectified, coverage, row_error);
    streams.err << fmt::format(
        "wrote {} and {} images to {}{} and {}, with the pair (rectified.json, calibration.json)\n",
        jobs[0].pictures.size(), jobs[1].pictures.size(),
        options.output.ends_with('/') ? options.output : options.output + "/", jobs[0].folder, jobs[1].folder);
  }
  return kExitDone;
}

void add_rectify_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<RectifyCommandOptions>();
  CLI::App& command =
      add_command(app, "rectify", "Write the images of a stereo pair so that a point has the same row in both",
                  "fiducia rectify left right --calibration rig/calibration.json --crop -o rectified", options->common);
  hide_options(command, {"--seed"});
  command
      .add_option("IMAGES", options->inputs,
                  "LEFT RIGHT: the images of one camera and those of the other, each a folder, an image, or a pattern "
                  "in quotes ('left*.png')")
      ->required();
  command
      .add_option("--calibration", options->calibration,
                  "The rig: calibration.json of 'fiducia calibrate --camera NAME=...', or a file or folder of another "
                  "tool that says where its cameras are, as 'fiducia convert' takes it")
      ->required();
  command.add_option("--cameras", options->cameras,
                     "A,B: whose images these are, where the rig has more than two cameras or another order");
  command.add_option("--model", options->model,
                     "opencv4 or fisheye: what the four coefficients of an OpenCV file mean that does not say it");
  command.add_option("--image-size", options->image_size, "WxH in pixels, where the calibration does not say it");
  command.add_option("--size", options->projection.size,
                     "WxH of the new images in pixels; without it, the first camera's");
  command.add_option("--fov", options->projection.fov,
                     "Horizontal field of view of the new images in degrees, with their axis in the middle");
  command.add_flag("--keep-all", options->projection.keep_all,
                   "Show all of both cameras' images; parts of the new ones stay black");
  command.add_flag(
      "--crop", options->projection.crop,
      "Show as much as there is without black parts, as OpenCV's stereoRectify with alpha 0. Without --fov, "
      "--keep-all and --crop the cameras' scale stays (alpha -1)");
  command
      .add_option(
          "--formats", options->formats,
          "Look-up tables beside the images: some of yaml, xml, npy and stmap, as 'fiducia maps' writes them, or "
          "none")
      ->capture_default_str();
  command.add_option("--interpolation", options->interpolation, "nearest, linear, cubic or lanczos")
      ->capture_default_str();
  command
      .add_option("-o,--output", options->output,
                  "Folder to write: the images in a folder per camera, rectified.json (K, R1, R2, P1, P2, Q) and "
                  "calibration.json (the rectified pair)")
      ->required();
  command.add_flag("--force", options->force, "Replace files that are there already");
  command.callback([options, streams, &status] { status = run_rectify(*options, streams); });
}

}  // namespace fiducia

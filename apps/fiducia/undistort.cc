#include "apps/fiducia/undistort.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <set>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "apps/fiducia/undistorted_names.h"
#include "apps/fiducia/videos.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/detect/undistort_files.h"
#include "fiducia/io/file.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

/// What is to be read, and what is to be written under which name.
struct UndistortJobs {
  std::vector<fs::path> pictures;
  std::vector<std::string> picture_names;  ///< one per image
  std::vector<fs::path> videos;
};

UndistortJobs jobs_of(const UndistortCommandOptions& options) {
  UndistortJobs jobs;
  std::vector<fs::path> pictures;
  for (const std::string& input : options.inputs) (names_video(input) ? jobs.videos : pictures).emplace_back(input);
  if (!pictures.empty()) jobs.pictures = picture_files(pictures);
  jobs.picture_names = names_to_write(jobs.pictures);
  const fs::path place = fs::weakly_canonical(options.output);
  for (const std::vector<fs::path>* files : {&jobs.pictures, &jobs.videos}) {
    for (const fs::path& file : *files) {
      require_option(fs::weakly_canonical(file).parent_path() != place,
                     "-o " + options.output + ": images are read from this folder; give another");
    }
  }
  std::set<std::string> distinct;
  for (const std::string& name : jobs.picture_names) {
    require_option(distinct.insert(name).second,
                   "two of the images would both be written to " + name + "; undistort them one after the other");
  }
  return jobs;
}

std::string video_name(const fs::path& video) { return video.stem().string() + ".avi"; }

/// The camera of the new images: for a pinhole image what every tool reads.
std::vector<FileContent> camera_files(const OutputCamera& output) {
  if (output.projection != Projection::kPinhole) return {{"projection.json", readable(output_camera_object(output))}};
  const Camera camera("pinhole", {{"f", output.focal_px}, {"cx", output.centre.x()}, {"cy", output.centre.y()}},
                      output.image_size);
  const std::vector<FileCamera> cameras = {{.camera = camera}};
  return {{"calibration.json", camera_file_text(camera_format_named("fiducia"), cameras)},
          {"calibration.yml", camera_file_text(camera_format_named("opencv"), cameras)}};
}

void undistort_pictures(const UndistortJobs& jobs, const LookupMap& map, const Camera& camera,
                        const UndistortCommandOptions& options, const Streams& streams, FilesToWrite* files) {
  const Interpolation interpolation = interpolation_named(options.interpolation);
  const Progress progress = progress_bar(streams, options.common, "images");
  SharedProgress shared(progress, jobs.pictures.size());
  std::mutex mutex;
  parallel_for(jobs.pictures.size(), options.common.threads, [&](std::size_t i) {
    const std::string file = jobs.pictures[i].string();
    const std::string bytes = undistort_file(read_file(jobs.pictures[i]), file, jobs.picture_names[i], map,
                                             camera.image_size(), interpolation);
    {
      const std::lock_guard lock(mutex);
      files->add(jobs.picture_names[i], bytes);
    }
    shared.add_one();
  });
}

/// Every Nth frame as an image; returns how many.
int undistort_frames(const fs::path& video, const LookupMap& map, const Camera& camera,
                     const UndistortCommandOptions& options, const Streams& streams, FilesToWrite* files) {
  const Progress progress = progress_bar(streams, options.common, "frames");
  return undistort_every(video, options.every, map, camera.image_size(), interpolation_named(options.interpolation),
                         progress, [&](int index, const std::string& png) {
                           const std::string name = fmt::format("{}_{:05d}.png", video.stem().string(), index);
                           refuse_existing(options.output, {name}, options.force);
                           files->add(name, png);
                         });
}

}  // namespace

int run_undistort(const UndistortCommandOptions& options, const Streams& streams) {
  const OutputOptions asked = output_options(options.projection);
  const Interpolation interpolation = interpolation_named(options.interpolation);
  CameraFileOptions known;
  if (!options.image_size.empty()) known.presumed_image_size = parse_image_size("--image-size", options.image_size);
  const CalibrationRecord record = read_calibration(options.calibration, options.calibration_arguments, known);
  if (!options.common.quiet) streams.err << far_scene_note(record);
  const Camera& camera = record.camera;
  const OutputCamera output = output_camera(camera, asked);
  const UndistortJobs jobs = jobs_of(options);
  std::vector<FileContent> cameras = camera_files(output);
  std::vector<std::string> names = jobs.picture_names;
  for (const FileContent& file : cameras) names.push_back(file.name);
  if (options.every == 0) {
    for (const fs::path& video : jobs.videos) names.push_back(video_name(video));
  }
  refuse_existing(options.output, names, options.force);

  const LookupMap map = map_to_source(camera, output, options.common.threads, until_interrupted());
  const Coverage coverage{map.share_without_place(), source_loss(camera, output)};
  FilesToWrite files(options.output);
  undistort_pictures(jobs, map, camera, options, streams, &files);
  int frames = 0;
  std::vector<UndistortedVideo> videos;
  for (const fs::path& video : jobs.videos) {
    if (options.every > 0) {
      frames += undistort_frames(video, map, camera, options, streams, &files);
      continue;
    }
    const Progress progress = progress_bar(streams, options.common, "frames");
    videos.push_back(undistort_video(video, fs::path(options.output) / video_name(video), map, camera.image_size(),
                                     interpolation, progress));
    if (!videos.back().warning().empty()) streams.err << "warning: " << videos.back().warning() << '\n';
    frames += videos.back().frames();
  }
  for (const FileContent& file : cameras) files.add(file.name, file.content);
  stop_if_interrupted();
  files.put_in_place();
  for (UndistortedVideo& video : videos) video.put_in_place();

  if (options.common.json) {
    Json result = {{"output", output_camera_object(output)}, {"coverage", coverage_object(coverage)}, {"files", names}};
    streams.out << readable(result);
  }
  if (!options.common.quiet) {
    const auto number_of = [](std::size_t count, const char* thing) {
      return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
    };
    std::string what;
    if (!jobs.pictures.empty()) what = number_of(jobs.pictures.size(), "image");
    if (!jobs.videos.empty()) {
      const std::string videos = number_of(jobs.videos.size(), "video");
      what += fmt::format("{}{} frames of {}", what.empty() ? "" : " and ", frames, videos);
    }
    std::string with;
    for (const FileContent& file : cameras) with += (with.empty() ? "" : " and ") + file.name;
    result_stream(streams, options.common) << output_in_words(output, coverage);
    streams.err << fmt::format("wrote {} to {}, with their camera ({})\n", what, options.output, with);
  }
  return kExitDone;
}

void add_undistort_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<UndistortCommandOptions>();
  CLI::App& command = add_command(
      app, "undistort", "Write images as a camera without distortion would have taken them",
      "fiducia undistort photos --calibration result/calibration.json --crop -o undistorted", options->common);
  hide_options(command, {"--seed"});
  command.add_option("IMAGES", options->inputs, "Images, folders of images, and videos")->required();
  command
      .add_option("--calibration", options->calibration,
                  "The camera: a calibration of Fiducia or another tool, as 'fiducia evaluate' takes it")
      ->required();
  add_calibration_options(command, options->calibration_arguments);
  command.add_option("--image-size", options->image_size, "WxH in pixels, where the calibration does not say it");
  add_projection_options(command, options->projection);
  command.add_option("--interpolation", options->interpolation, "nearest, linear, cubic or lanczos")
      ->capture_default_str();
  command
      .add_option("--every", options->every,
                  "Of a video, write every Nth frame as an image. Without it, a video is written (Motion JPEG, .avi)")
      ->check(CLI::Range(1, 1000000));
  command.add_option("-o,--output", options->output, "Folder to write: the images and their camera")->required();
  command.add_flag("--force", options->force, "Replace files that are there already");
  command.callback([options, streams, &status] { status = run_undistort(*options, streams); });
}

}  // namespace fiducia

#include "apps/fiducia/convert.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <ostream>
#include <sstream>

#include "apps/fiducia/calibration_file.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/projection_arguments.h"
#include "fiducia/camera/pupil.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/convert_model.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/formats/rig_files.h"
#include "fiducia/io/json.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

/// How messages call what was read.
std::string words_of_input(const ConvertCommandOptions& options) { return some_of(options.inputs); }

std::vector<std::string> written_formats() {
  std::vector<std::string> names;
  for (const CameraFormat& format : camera_formats()) {
    if (format.write != nullptr) names.emplace_back(format.name);
  }
  return names;
}

/// The format of the output: as asked for, else the one that its extension stands for. OpenCV has three syntaxes, which
/// the extension tells apart.
const CameraFormat& output_format(const ConvertCommandOptions& options) {
  const std::string extension = fs::path(options.output).extension().string();
  if (options.format == "opencv" && (extension == ".xml" || extension == ".json")) {
    return camera_format_named("opencv-" + extension.substr(1));
  }
  if (!options.format.empty()) {
    const CameraFormat& format = camera_format_named(options.format);
    require_option(format.write != nullptr, fmt::format("--to: {} is read, but not written; what is written: {}",
                                                        format.title, some_of(written_formats(), 20)));
    return format;
  }
  for (const CameraFormat& format : camera_formats()) {
    if (extension.empty() || format.extension != extension) continue;
    require_option(format.write != nullptr, fmt::format("{}: {} is read, but not written; what is written: {}",
                                                        options.output, format.title, some_of(written_formats(), 20)));
    return format;
  }
  throw Error(ErrorCode::kBadOption, fmt::format("{}: its name does not say which format is meant; give --to {}",
                                                 options.output, some_of(written_formats(), 20)));
}

Json error_object(const ConversionError& error) {
  return {{"mean_px", error.mean_px},
          {"quantile95_px", error.quantile95_px},
          {"largest_px", error.largest_px},
          {"largest_at", {error.largest_at.x(), error.largest_at.y()}},
          {"points", error.points},
          {"without_ray", error.without_ray},
          {"not_projected", error.not_projected}};
}

std::string error_in_words(const ConversionError& error) {
  std::string words =
      fmt::format("mapping error mean {:.2g} px, 95% {:.2g} px, largest {:.2g} px at ({:.1f}, {:.1f})", error.mean_px,
                  error.quantile95_px, error.largest_px, error.largest_at.x(), error.largest_at.y());
  const int all = error.points + error.without_ray + error.not_projected;
  if (error.without_ray > 0) {
    words += fmt::format("; {:.1f}% of the image have no ray in the original", 100.0 * error.without_ray / all);
  }
  if (error.not_projected > 0) {
    words += fmt::format("; {:.1f}% cannot be projected", 100.0 * error.not_projected / all);
  }
  return words;
}

/// How messages and results call a camera of several.
std::string label(const FileCamera& camera, std::size_t index) {
  if (!camera.name.empty()) return camera.name;
  return camera.key.empty() ? std::to_string(index) : camera.key;
}

/// The cameras with the model that was asked for, their errors noted.
void change_models(const ConvertCommandOptions& options, const Streams& streams, std::vector<FileCamera>* cameras,
                   Json* result) {
  const std::shared_ptr<const Model> model = make_model(options.model);
  for (std::size_t i = 0; i < cameras->size(); ++i) {
    FileCamera& entry = (*cameras)[i];
    if (same_model(entry.camera.model(), *model)) continue;
    const ModelConversion conversion = convert_model(entry.camera, model);
    const std::string what = fmt::format("{} -> {}", entry.camera.model().info().name, model->info().name);
    const std::string who = cameras->size() > 1 ? fmt::format("camera {}: ", label(entry, i)) : "";
    const bool too_far = conversion.error.largest_px > options.limit_px || conversion.error.not_projected > 0;
    if (too_far && !options.force) {
      throw Error(
          ErrorCode::kBadData,
          fmt::format("{}: {}{} does not map alike: {}; the limit is {:g} px (--limit). Choose another model, or "
                      "write it nevertheless with --force",
                      words_of_input(options), who, what, error_in_words(conversion.error), options.limit_px));
    }
    if (!options.common.quiet) streams.err << who << what << ": " << error_in_words(conversion.error) << '\n';
    Json noted = error_object(conversion.error);
    noted["camera"] = label(entry, i);
    noted["from"] = entry.camera.model().info().name;
    noted["to"] = model->info().name;
    (*result)["conversions"].push_back(noted);
    entry.camera = conversion.camera;
  }
}

/// No other format has a pupil that moves: what near points lose by that is said, and refused above the limit.
void drop_pupils(const ConvertCommandOptions& options, const CameraFormat& format, const Streams& streams,
                 const std::vector<FileCamera>& cameras, Json* result) {
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    const FileCamera& entry = cameras[i];
    if (!entry.pupil) continue;
    const double nearest = entry.pupil->nearest_m;
    const bool known = std::isfinite(nearest);
    const double px = known ? pupil_effect_px(entry.camera, entry.pupil->values, nearest) : 0;
    const std::string loss =
        known ? fmt::format(
                    "a point {:.3g} m away, as the nearest of the calibration, is then up to {:.3g} px off; one "
                    "far away is not",
                    nearest, px)
              : "points that are not far away are then off";
    if ((!known || px > options.limit_px) && !options.force) {
      throw Error(
          ErrorCode::kBadData,
          fmt::format("{}: the entrance pupil of this lens moves with the angle, which {} cannot hold: {}. Give "
                      "--force to write the camera without it, as for scenes far away",
                      words_of_input(options), format.title, loss));
    }
    if (!options.common.quiet) streams.err << "warning: the moving pupil stays behind: " << loss << '\n';
    (*result)["without_pupil"].push_back({{"camera", label(entry, i)},
                                          {"nearest_m", known ? Json(nearest) : Json(nullptr)},
                                          {"largest_px", known ? Json(px) : Json(nullptr)}});
  }
}

bool all_posed(const std::vector<FileCamera>& cameras) {
  return std::all_of(cameras.begin(), cameras.end(), [](const FileCamera& c) { return c.from_reference.has_value(); });
}

/// Those that were asked for; else all of them where the format can hold several, or the rig that they are.
std::vector<FileCamera> chosen_cameras(const CameraFile& file, const ConvertCommandOptions& options,
                                       const CameraFormat& format) {
  const std::string name = words_of_input(options);
  std::vector<FileCamera> chosen;
  std::istringstream names(options.cameras);
  for (std::string one; std::getline(names, one, ',');) chosen.push_back(camera_of(file, one, name));
  if (!options.cameras.empty()) {
    require_option(chosen.size() > 1, "--cameras: give at least two, such as left,right; one is chosen with --camera");
    return chosen;
  }
  const bool posed = all_posed(file.cameras);
  const bool is_loose_rig = format.name == "fiducia" && file.cameras.size() > 1 && !posed;
  const bool fits = (format.several && !is_loose_rig) || (format.write_rig != nullptr && posed);
  if (options.camera.empty() && fits) return file.cameras;
  return {camera_of(file, options.camera, name)};
}

/// Whether the cameras take several files, and OUT is a folder. COLMAP's cameras alone fit into one.
bool needs_folder(const ConvertCommandOptions& options, const CameraFormat& format,
                  const std::vector<FileCamera>& cameras) {
  if (cameras.size() < 2 || format.write_rig == nullptr) return false;
  const std::string extension = fs::path(options.output).extension().string();
  if (format.several && !extension.empty() && !fs::is_directory(options.output)) return false;
  require_option(extension.empty() || fs::is_directory(options.output),
                 fmt::format("{}: {} cameras take several files as {}; give the name of a folder, or choose one camera "
                             "with --camera",
                             options.output, cameras.size(), format.title));
  return true;
}

/// Returns what was written, in words.
std::string write_converted(const ConvertCommandOptions& options, const CameraFormat& format,
                            const std::vector<FileCamera>& cameras, Json* result) {
  const bool folder = needs_folder(options, format, cameras);
  std::vector<FileContent> files;
  try {
    if (folder) {
      files = rig_file_texts(format, cameras);
    } else {
      files = {{options.output, camera_file_text(format, cameras)}};
    }
  } catch (const Error& error) {
    throw Error(error.code(), words_of_input(options) + ": " + error.what());
  }
  std::vector<std::string> names;
  for (const FileContent& file : files) names.push_back(file.name);
  (*result)["files"] = names;
  if (!folder) {
    write_file_atomically(options.output, files.front().content);
    return options.output;
  }
  refuse_existing(options.output, names, options.force);
  write_files_atomically(options.output, files);
  return options.output + ": " + some_of(names, names.size());
}

}  // namespace

int run_convert(const ConvertCommandOptions& options, const Streams& streams) {
  const CameraFormat& format = output_format(options);
  require_option(options.limit_px >= 0, "--limit: a number of pixels cannot be negative");
  require_option(options.camera.empty() || options.cameras.empty(),
                 "--camera chooses one, --cameras several; give one of them");
  if (!options.model.empty()) static_cast<void>(make_model(options.model));
  CameraFileOptions read;
  if (!options.image_size.empty()) read.image_size = parse_image_size("--image-size", options.image_size);
  if (options.model == "opencv4" || options.model == "fisheye") read.four_coefficients = options.model;
  const std::vector<FileContent> inputs = calibration_files(options.inputs);
  for (const FileContent& input : inputs) {
    std::error_code missing;
    require_option(options.force || !fs::equivalent(input.name, options.output, missing),
                   options.output +
                       ": this is the file to be read, and would lose what the new one does not hold; give "
                       "another name, or --force");
  }
  const CameraFile file = read_camera_files(inputs, read);
  std::vector<FileCamera> cameras = chosen_cameras(file, options, format);
  if (options.camera.empty() && !file.unread.empty() && !options.common.quiet) {
    streams.err << "warning: " << words_of_unread(file) << '\n';
  }
  Json result = {
      {"from", file.format}, {"to", format.name}, {"cameras", Json::array()}, {"conversions", Json::array()}};
  if (!options.model.empty()) change_models(options, streams, &cameras, &result);
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    result["cameras"].push_back({{"camera", label(cameras[i], i)}, {"model", cameras[i].camera.model().info().name}});
  }
  if (format.name != "fiducia") drop_pupils(options, format, streams, cameras, &result);
  const std::string written = write_converted(options, format, cameras, &result);
  if (file.format == "fiducia" && format.name == "fiducia" && !options.common.quiet) {
    streams.err << (cameras.size() == 1 ? "only the camera was written: frames, target, uncertainty and verdict stay "
                                          "behind\n"
                                        : "only the cameras and where they are were written: the rest stays behind\n");
  }
  if (format.name == "colmap" && written == options.output && cameras.size() > 1 && all_posed(cameras) &&
      !options.common.quiet) {
    streams.err << "note: where the cameras are stays behind; a folder instead of a file has rig_config.json too\n";
  }
  if (options.common.json) streams.out << readable(result);
  if (!options.common.quiet) {
    streams.err << fmt::format("{}: {} as {}\n", written,
                               cameras.size() == 1 ? std::string(cameras[0].camera.model().info().name)
                                                   : fmt::format("{} cameras", cameras.size()),
                               format.title);
  }
  return kExitDone;
}

void add_convert_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<ConvertCommandOptions>();
  CLI::App& command = add_command(app, "convert", "Write a calibration in another tool's format, or with another model",
                                  "fiducia convert calibration.json camera_info.yaml --to ros", options->common);
  hide_options(command, {"--threads", "--seed"});
  command
      .add_option(
          "IN", options->inputs,
          "IN OUT, or IN... -o OUT. IN is a calibration of Fiducia, OpenCV, ROS, Kalibr, mrcal, COLMAP, basalt, "
          "calib.io or NumPy (.npz); which is seen from its content. Several files, or a folder of them, are "
          "the cameras of one rig")
      ->required();
  command.add_option("-o,--output", options->output,
                     "What to write: a file, or a folder where a rig takes several files (opencv, ros, mrcal, colmap)");
  command.add_option("--to", options->format,
                     "The format: " + some_of(written_formats(), 20) +
                         ". Without it, what OUT's extension stands for (.cameramodel, .m, .txt, .xml, .json)");
  command.add_option(
      "--model", options->model,
      "Convert to this model: the parameters that map the image's rays as nearly as they can to the same "
      "pixels. Also tells opencv4 from fisheye where an OpenCV file with four coefficients does not");
  command.add_option("--camera", options->camera, "Which camera of a file with several: its name, or its index from 0");
  command.add_option("--cameras", options->cameras, "Which cameras of a rig, in this order: A,B,...");
  command.add_option("--image-size", options->image_size, "WxH in pixels, where the file does not say it");
  command
      .add_option("--limit", options->limit_px,
                  "Refuse a conversion between models that moves any pixel by more, in px")
      ->capture_default_str();
  command.add_flag("--force", options->force, "Write it nevertheless");
  command.callback([options, streams, &status] {
    if (options->output.empty()) {
      require_option(options->inputs.size() == 2,
                     "give IN and OUT; where several files are read together, the output with -o OUT");
      options->output = options->inputs.back();
      options->inputs.pop_back();
    }
    status = run_convert(*options, streams);
  });
}

}  // namespace fiducia

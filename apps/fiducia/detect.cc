#include "apps/fiducia/detect.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/pictures.h"
#include "fiducia/core/error.h"
#include "fiducia/detect/draw_detection.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

/// The folder of the drawings is made, and must not be one that images come from.
void require_another_folder(const fs::path& folder, const std::vector<fs::path>& files) {
  const fs::path place = fs::weakly_canonical(folder);
  for (const fs::path& file : files) {
    if (fs::weakly_canonical(file).parent_path() == place) {
      throw Error(ErrorCode::kBadOption,
                  "--draw " + folder.string() + ": images are read from this folder; give another");
    }
  }
}

/// A drawing is a JPEG, and is called as its image where that is one too.
std::string drawing_name(const std::string& image) {
  const std::string extension = fs::path(image).extension().string();
  std::string name = extension == ".jpg" || extension == ".jpeg" ? image : image + ".jpg";
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

void draw_all(const Detection& detection, const std::vector<fs::path>& files, const std::string& folder) {
  std::map<std::string, const Frame*> frames;
  for (const Frame& frame : detection.observations.frames) frames[frame.name] = &frame;
  std::map<std::string, std::string> reasons;
  for (const LeftOutImage& image : detection.left_out) reasons[image.name] = image.reason;
  const std::vector<std::string> names = distinct_names(files);
  FilesToWrite drawings(folder);
  for (std::size_t i = 0; i < files.size(); ++i) {
    stop_if_interrupted();
    const auto frame = frames.find(names[i]);
    const std::string drawing = draw_detection(files[i], detection.observations.target,
                                               frame == frames.end() ? nullptr : frame->second, reasons[names[i]]);
    if (drawing.empty()) continue;  // not an image
    drawings.add(drawing_name(names[i]), drawing);
  }
  drawings.put_in_place();
}

void tell_left_out(const Detection& detection, std::ostream& err) {
  for (const LeftOutImage& image : detection.left_out) {
    err << fmt::format("left out: {} ({})\n", image.name, image.reason);
  }
}

/// What was found in each image, for somebody who only wants to know whether the board is seen.
void tell_each(const Detection& detection, const std::vector<fs::path>& files, std::ostream& out) {
  std::map<std::string, std::string> found;
  const std::size_t all = detection.observations.target.points.size();
  for (const Frame& frame : detection.observations.frames) {
    found[frame.name] = fmt::format("{} of {} corners", frame.corners.size(), all);
  }
  for (const LeftOutImage& image : detection.left_out) found[image.name] = "left out: " + image.reason;
  std::size_t width = 0;
  const std::vector<std::string> names = distinct_names(files);
  for (const std::string& name : names) width = std::max(width, name.size());
  for (const std::string& name : names) out << fmt::format("{:<{}}  {}\n", name, width, found[name]);
}

void tell(const Detection& detection, std::size_t pictures, std::ostream& err) {
  std::size_t corners = 0;
  for (const Frame& frame : detection.observations.frames) corners += frame.corners.size();
  err << fmt::format("found the target in {} of {} images of {}x{} pixels: {} corners",
                     detection.observations.frames.size(), pictures, detection.observations.image_size.width,
                     detection.observations.image_size.height, corners);
  if (detection.doubtful_corners > 0) err << fmt::format(", {} doubtful ones left out", detection.doubtful_corners);
  if (detection.from_cache > 0) err << fmt::format(" ({} images known from before)", detection.from_cache);
  err << '\n';
  for (const std::string& warning : detection.warnings) err << "warning: " << warning << '\n';
}

}  // namespace

int run_detect(const DetectCommandOptions& options, const Streams& streams) {
  if (names_pictures(options.output)) {
    throw Error(
        ErrorCode::kBadOption,
        "-o: " + options.output + " is the name of an image or a folder; corners are written to a .json or .csv file");
  }
  if (!options.output.empty()) require_writable_file(options.output);
  if (!options.draw.empty()) require_writable_folder(options.draw);
  const Target target = target_named(options.input.target);
  const std::vector<std::string> inputs = picture_inputs(options.input, options.common, streams);
  const std::vector<fs::path> files = picture_files({inputs.begin(), inputs.end()});
  if (!options.draw.empty()) require_another_folder(options.draw, files);
  const Detection detection = detect_as_asked(files, target, options.input, options.common, streams);
  stop_if_interrupted();
  // Drawings help most where nothing was found.
  if (!options.draw.empty()) draw_all(detection, files, options.draw);
  require_frames(detection);
  const std::string json = detection_json(detection.observations, detection.left_out);
  if (!options.output.empty()) {
    const bool csv = fs::path(options.output).extension() == ".csv";
    write_file_atomically(options.output, csv ? observations_csv(detection.observations) : json);
  }
  if (options.common.json) streams.out << json;
  const bool only_asked = options.output.empty() && options.draw.empty() && !options.common.json;
  if (!options.common.quiet) {
    if (only_asked) {
      tell_each(detection, files, streams.out);
    } else {
      tell_left_out(detection, streams.err);
    }
    tell(detection, files.size(), streams.err);
    if (!options.output.empty()) streams.err << "wrote " << options.output << '\n';
    if (!options.draw.empty()) streams.err << "drew them to " << options.draw << '\n';
  }
  return kExitDone;
}

void add_detect_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<DetectCommandOptions>();
  CLI::App& command =
      add_command(app, "detect", "Find the corners of a target in images",
                  "fiducia detect pictures/ --target chessboard:9x6:0.025\n"
                  "  fiducia detect pictures/ --target chessboard:9x6:0.025 -o observations.json --draw found",
                  options->common);
  hide_options(command, {"--seed"});
  command.add_option("IMAGES", options->input.inputs, "Images, folders of images, and videos")->required();
  command.add_option("--target", options->input.target, target_forms() + ", or a target file of Kalibr")->required();
  command.add_option(
      "-o,--output", options->output,
      "File to write: JSON, or CSV when its name ends in .csv. Without it, --draw or --json, what was found in each "
      "image is printed");
  command.add_option("--draw", options->draw, "Folder to write a copy of each image to, with what was found in it");
  command.add_flag("--no-cache", options->input.no_cache,
                   "Look at every image anew, and remember nothing. Otherwise what was found is kept, by the content "
                   "of the files, in $FIDUCIA_CACHE_DIR, or fiducia in $XDG_CACHE_HOME or ~/.cache");
  add_every_option(command, options->input.every);
  command.callback([options, streams, &status] { status = run_detect(*options, streams); });
}

}  // namespace fiducia

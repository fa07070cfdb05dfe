#include "apps/fiducia/pictures.h"

#include <algorithm>

#include "apps/fiducia/progress_bar.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/detect/detection_cache.h"
#include "fiducia/detect/picture_files.h"

namespace fiducia {

bool names_pictures(const std::string& input) {
  std::error_code ignored;
  return is_picture_file(input) || names_video(input) || std::filesystem::is_directory(input, ignored);
}

std::vector<std::string> picture_inputs(const InputArguments& arguments, const CommonOptions& common,
                                        const Streams& streams) {
  return arguments.videos->in_place_of_videos(arguments.inputs, arguments.every, common, streams);
}

Detection detect_as_asked(const std::vector<std::filesystem::path>& files, const Target& target,
                          const InputArguments& arguments, const CommonOptions& common, const Streams& streams) {
  DetectOptions options;
  options.threads = common.threads;
  options.progress = progress_bar(streams, common, "images");
  if (!arguments.no_cache) options.cache_folder = default_cache_folder();
  return detect(files, target, options);
}

void require_frames(const Detection& detection) {
  if (!detection.observations.frames.empty()) return;
  std::vector<std::string> reasons;
  for (const LeftOutImage& image : detection.left_out) reasons.push_back(image.name + " (" + image.reason + ")");
  const bool readable = detection.observations.image_size.width > 0;
  if (!readable) throw Error(ErrorCode::kBadFile, "none of the files could be read: " + some_of(reasons));
  const std::string none = "the target " + target_spec(detection.observations.target) + " was found in no image: ";
  if (!detection.hint.empty()) throw Error(ErrorCode::kBadOption, none + detection.hint + "; correct --target");
  throw Error(ErrorCode::kDegenerate,
              none + some_of(reasons) + "; check --target, and that the board is sharp, evenly lit and in view");
}

ReadObservations observations_in_pictures(const InputArguments& arguments, const ReadOptions& options,
                                          const CommonOptions& common, const Streams& streams) {
  if (!options.target) {
    for (const std::string& input : arguments.inputs) {
      if (std::filesystem::is_directory(input))
        static_cast<void>(picture_files({input}));  // one without images says so
    }
    throw Error(
        ErrorCode::kBadOption,
        arguments.inputs.front() +
            ": images need --target, which says what to look for, such as --target chessboard:9x6:0.025 for 9 x 6 "
            "inner corners that are 25 mm apart");
  }
  for (const std::string& input : arguments.inputs) {
    if (!names_pictures(input) && std::filesystem::exists(input)) {
      throw Error(
          ErrorCode::kBadOption,
          input + ": not an image by its name, but others are; give images and folders, or one observations file");
    }
  }
  const std::vector<std::string> inputs = picture_inputs(arguments, common, streams);
  const std::vector<std::filesystem::path> files = picture_files({inputs.begin(), inputs.end()});
  Detection detection = detect_as_asked(files, *options.target, arguments, common, streams);
  require_frames(detection);
  const ImageSize size = detection.observations.image_size;
  if (options.image_size && *options.image_size != size) {
    throw Error(ErrorCode::kBadOption, "the images have " + to_string(size) + " pixels, not what --image-size says");
  }
  ReadObservations result{std::move(detection.observations), {}, std::move(detection.left_out)};
  result.warnings = detection.warnings;
  result.detected = true;
  if (detection.doubtful_corners > 0) {
    result.warnings.push_back(std::to_string(detection.doubtful_corners) +
                              (detection.doubtful_corners == 1 ? " corner was" : " corners were") +
                              " seen but could not be measured well enough, and " +
                              (detection.doubtful_corners == 1 ? "is" : "are") + " left out");
  }
  validate(result.observations);
  return result;
}

}  // namespace fiducia

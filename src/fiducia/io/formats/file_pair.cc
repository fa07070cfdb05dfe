#include "fiducia/io/formats/file_pair.h"

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/formats/camera_labels.h"

namespace fiducia {

FilePair file_pair(const std::vector<FileCamera>& cameras, const std::string& format) {
  const std::vector<std::string> names = camera_labels(cameras);
  if (cameras.size() != 2) {
    throw Error(ErrorCode::kBadOption, format + " holds pairs, not " + std::to_string(cameras.size()) +
                                           " cameras; choose two with --cameras A,B out of " +
                                           some_of(names, names.size()));
  }
  require_poses(cameras);
  const Camera& first = cameras[0].camera;
  const Camera& second = cameras[1].camera;
  if (first.image_size() != second.image_size()) {
    throw Error(ErrorCode::kBadOption, format + " holds pairs whose images have one size; " + names[0] + " has " +
                                           to_string(first.image_size()) + ", " + names[1] + " " +
                                           to_string(second.image_size()) + " pixels");
  }
  const Pose pose = *cameras[1].from_reference * cameras[0].from_reference->inverse();
  try {
    return {pose, rectify_stereo(first, second, pose, {.framing = Framing::kCrop})};
  } catch (const Error& error) {
    const std::string who = names[0] + " and " + names[1] + ": ";
    if (error.code() != ErrorCode::kBadOption) {
      throw Error(error.code(), who + error.what() + ", which " + format + " has to say; choose another format");
    }
  }
  return {pose, rectify_stereo(first, second, pose)};
}

}  // namespace fiducia

#include "fiducia/detect/detect.h"

#include <algorithm>
#include <functional>
#include <map>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/data/unseen_rows.h"
#include "fiducia/detect/charuco_layout.h"
#include "fiducia/detect/chessboard.h"
#include "fiducia/detect/coded_board.h"
#include "fiducia/detect/detect_corners.h"
#include "fiducia/detect/detect_picture.h"
#include "fiducia/detect/detection_cache.h"
#include "fiducia/detect/find_image_circle.h"
#include "fiducia/detect/light_of.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/detect/quiet_opencv.h"
#include "fiducia/detect/read_picture.h"
#include "fiducia/io/file.h"

namespace fiducia {
namespace {

struct Looked {
  CachedDetection detection;
  bool from_cache = false;
};

Looked look(const std::filesystem::path& file, const Target& target, const DetectionCache& cache) {
  Looked looked;
  std::string bytes;
  try {
    bytes = read_file(file);
  } catch (const Error& error) {
    // The message begins with the path, which the list of what is left out names anyway.
    const std::string message = error.what();
    const std::string prefix = file.string() + ": ";
    looked.detection.found.reason = message.starts_with(prefix) ? message.substr(prefix.size()) : message;
    return looked;
  }
  if (const std::optional<CachedDetection> known = cache.find(bytes)) return {*known, true};
  const Picture picture = read_picture(bytes);
  if (picture.problem.empty()) {
    looked.detection.size = {picture.gray.cols, picture.gray.rows};
    looked.detection.found = detect_picture(picture, target);
    looked.detection.light = light_of(picture.gray);
  } else {
    looked.detection.found.reason = picture.problem;
  }
  cache.keep(bytes, looked.detection);
  return looked;
}

/// Of the images with a target; of all where there is none.
ImageSize usual_size(const std::vector<Looked>& pictures) {
  std::map<std::pair<int, int>, std::pair<int, int>> votes;  // with a target, all
  for (const Looked& picture : pictures) {
    const CachedDetection& detection = picture.detection;
    if (detection.size.width == 0) continue;
    auto& [with_target, all] = votes[{detection.size.width, detection.size.height}];
    with_target += detection.found.corners.empty() ? 0 : 1;
    ++all;
  }
  const auto most =
      std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == votes.end() ? ImageSize{} : ImageSize{most->first.first, most->first.second};
}

/// Calls `look` with some of the images that could be read.
void look_at_some(const std::vector<std::filesystem::path>& images, const std::vector<Looked>& pictures,
                  const std::function<void(const cv::Mat& gray)>& look) {
  constexpr std::size_t kMostTried = 4;
  std::vector<std::size_t> readable;
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (pictures[i].detection.size.width != 0) readable.push_back(i);
  }
  const std::size_t tried = std::min(kMostTried, readable.size());
  for (std::size_t k = 0; k < tried; ++k) {
    try {
      const Picture picture = read_picture(read_file(images[readable[k * readable.size() / tried]]));
      if (picture.problem.empty()) look(picture.gray);
    } catch (const std::exception&) {  // a file that is gone by now, OpenCV's assertions: there is no hint then
      continue;
    }
  }
}

/// The chessboard that the images show and that was not asked for; empty where there is none.
std::string chessboard_seen(const std::vector<std::filesystem::path>& images, const std::vector<Looked>& pictures,
                            const Target& target) {
  std::map<std::string, int> seen;
  look_at_some(images, pictures, [&](const cv::Mat& gray) {
    const std::string size = chessboard_size_seen(gray);
    const bool is_asked_for =
        target.kind == TargetKind::kChessboard &&
        size == to_string(ImageSize{std::max(target.columns, target.rows), std::min(target.columns, target.rows)});
    if (!size.empty() && !is_asked_for) ++seen[size];
  });
  const auto most =
      std::max_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  // A window with its bars is a board of 3x3, once.
  if (most == seen.end() || (most->second < 2 && most->first.ends_with("x3"))) return {};
  const std::string instead = target.kind == TargetKind::kChessboard
                                  ? ", not " + std::to_string(target.columns) + "x" + std::to_string(target.rows)
                                  : std::string();
  return "the images seem to show a chessboard with " + most->first + " inner corners" + instead +
         " (what counts are the points where four squares meet, one less than squares each way)";
}

/// The coded board that the images show and that was not asked for; empty where there is none.
std::string coded_board_seen(const std::vector<std::filesystem::path>& images, const std::vector<Looked>& pictures,
                             const Target& target) {
  CodedBoardSearch search(target);
  look_at_some(images, pictures, [&](const cv::Mat& gray) { search.look_at(gray); });
  const std::optional<std::string> spec = search.spec();
  return spec ? "the images seem to show " + *spec + ", as far as its markers are in view" : std::string();
}

/// Somebody who miscounts, or takes one kind of board for another, should not have to guess what is wrong.
std::string board_seen(const std::vector<std::filesystem::path>& images, const std::vector<Looked>& pictures,
                       const Target& target) {
  std::string seen = coded_board_seen(images, pictures, target);
  // Between dots there is many a chessboard.
  if (seen.empty() && target.diameter_m == 0) seen = chessboard_seen(images, pictures, target);
  return seen;
}

std::optional<ImageCircle> circle_in(const std::vector<Looked>& pictures, const Observations& observations) {
  std::vector<LightGrid> lights;
  for (const Looked& picture : pictures) {
    if (picture.detection.size == observations.image_size) lights.push_back(picture.detection.light);
  }
  return find_image_circle(lights, observations.image_size, observations.frames);
}

struct MarkerCount {
  int read = 0;
  int placed = 0;

  /// Whether a part of the markers does not lie where the target has them: its size is probably wrong, and the others
  /// fit by chance of how they are numbered.
  [[nodiscard]] bool contradicts() const { return placed < 0.9 * read; }
  [[nodiscard]] std::string in_words() const {
    return "of " + std::to_string(read) + " markers that were read only " + std::to_string(placed) +
           " lie where this target has them";
  }
};

MarkerCount count_markers(const std::vector<Looked>& pictures) {
  MarkerCount count;
  for (const Looked& picture : pictures) {
    count.read += picture.detection.found.markers_read;
    count.placed += picture.detection.found.markers_placed;
  }
  return count;
}

/// What speaks against a chessboard's size although it was found; empty: nothing.
std::string missing_side_in_words(const Observations& observations) {
  if (!is_without_a_side(observations)) return {};
  return "in " + std::to_string(frames_without_a_side(observations)) + " of the " +
         std::to_string(observations.frames.size()) +
         " images in which it was found, a whole row or column at its border is not there";
}

/// Images that do not tell which layout the board has follow those that do.
void settle_layouts(std::vector<Looked>& pictures, const Target& target) {
  int present = 0;
  int legacy = 0;
  for (const Looked& picture : pictures) {
    const FoundCorners& found = picture.detection.found;
    if (found.corners.empty()) continue;
    present += found.layout == LayoutSeen::kPresent ? 1 : 0;
    legacy += found.layout == LayoutSeen::kLegacy ? 1 : 0;
  }
  if (legacy <= present) return;
  for (Looked& picture : pictures) {
    FoundCorners& found = picture.detection.found;
    if (found.layout == LayoutSeen::kOpen) found.corners = as_legacy(found.corners, target);
  }
}

}  // namespace

Detection detect(const std::vector<std::filesystem::path>& images, const Target& target, const DetectOptions& options) {
  require_detectable(target);
  const QuietOpencv quiet;
  const DetectionCache cache(options.cache_folder, target);
  const std::vector<std::string> names = distinct_names(images);
  std::vector<Looked> pictures(images.size());
  report_progress(options.progress, 0, images.size());
  SharedProgress shared(options.progress, images.size());
  parallel_for(images.size(), options.threads, [&](std::size_t i) {
    pictures[i] = look(images[i], target, cache);
    shared.add_one();
  });

  if (target.kind == TargetKind::kCharuco) settle_layouts(pictures, target);

  Detection result;
  result.observations.target = target;
  result.observations.image_size = usual_size(pictures);
  for (std::size_t i = 0; i < images.size(); ++i) {
    const CachedDetection& detection = pictures[i].detection;
    result.from_cache += pictures[i].from_cache ? 1 : 0;
    if (detection.size.width != 0 && detection.size != result.observations.image_size) {
      result.left_out.push_back({names[i], "it has " + to_string(detection.size) + " pixels, the others have " +
                                               to_string(result.observations.image_size)});
    } else if (detection.found.corners.empty()) {
      result.left_out.push_back({names[i], detection.found.reason});
    } else {
      result.observations.frames.push_back({names[i], detection.found.corners});
      result.doubtful_corners += detection.found.doubtful;
    }
  }
  result.observations.image_circle = circle_in(pictures, result.observations);
  if (result.observations.frames.empty()) {
    result.hint = board_seen(images, pictures, target);
  } else if (const MarkerCount markers = count_markers(pictures); markers.contradicts()) {
    const std::string seen = coded_board_seen(images, pictures, target);
    if (!seen.empty()) {
      throw Error(ErrorCode::kBadOption,
                  "target " + target_spec(target) + ": " + markers.in_words() + "; " + seen + "; correct --target");
    }
    result.warnings.push_back(markers.in_words() +
                              ": is it the right one, columns before rows, with the right lengths?");
  } else if (const std::string missing = missing_side_in_words(result.observations); !missing.empty()) {
    const std::string seen = chessboard_seen(images, pictures, target);
    if (!seen.empty()) {
      throw Error(ErrorCode::kBadOption,
                  "target " + target_spec(target) + ": " + missing + "; " + seen + "; correct --target");
    }
    result.warnings.push_back(missing + ": is the board smaller? Count the points where four squares meet");
  }
  if (const std::string question = unseen_rows(result.observations); !question.empty()) {
    result.warnings.push_back(question);
  }
  return result;
}

}  // namespace fiducia

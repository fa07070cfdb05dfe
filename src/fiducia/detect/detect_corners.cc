#include "fiducia/detect/detect_corners.h"

#include "fiducia/core/error.h"
#include "fiducia/detect/charuco.h"
#include "fiducia/detect/chessboard.h"
#include "fiducia/detect/circle_grid.h"
#include "fiducia/detect/detect_picture.h"
#include "fiducia/detect/quiet_opencv.h"
#include "fiducia/detect/scaled_search.h"
#include "fiducia/detect/tag_grid.h"
#include "fiducia/detect/target_markers.h"

namespace fiducia {
namespace {

constexpr int kLeastSide_px = 16;  // OpenCV's searches fail on less, and there is no board in it

FoundCorners search_target(const Picture& picture, const Target& target) {
  switch (target.kind) {
    case TargetKind::kChessboard: return detect_chessboard(picture.gray, picture.image, target);
    case TargetKind::kCharuco: return detect_charuco(picture.gray, picture.image, target);
    case TargetKind::kTagGrid: return detect_tag_grid(picture.gray, picture.image, target);
    case TargetKind::kCircles:
    case TargetKind::kStaggered: return detect_circle_grid(picture.gray, picture.image, target);
    case TargetKind::kPoints: break;
  }
  return {};
}

/// A large image that is soft throughout has blurs of many pixels, which no window for a corner spans. With fewer
/// pixels it is as sharp as any other, and nothing is lost.
FoundCorners search_also_reduced(const Picture& picture, const Target& target) {
  FoundCorners found = search_target(picture, target);
  constexpr double kLarge = 2e6;
  constexpr double kReduction = 9;  // a third of the width
  const double pixels = static_cast<double>(picture.gray.total());
  if (static_cast<int>(found.corners.size()) > found.doubtful || pixels < kLarge) return found;
  const ScaledPicture gray = scaled_to(picture.gray, pixels / kReduction);
  const Picture reduced{gray.gray, scaled_to(picture.image, pixels / kReduction).gray, {}};
  FoundCorners again = search_also_reduced(reduced, target);
  if (again.corners.size() <= found.corners.size()) return found;
  for (Corner& corner : again.corners) corner.pixel = gray.in_original(corner.pixel);
  return again;
}

}  // namespace

void require_detectable(const Target& target) {
  if (target.kind == TargetKind::kPoints) {
    throw Error(ErrorCode::kBadOption,
                "a target that is a list of points cannot be looked for in images; give " + target_forms());
  }
  if (target.kind == TargetKind::kChessboard && (target.columns < 3 || target.rows < 3)) {
    throw Error(ErrorCode::kBadOption,
                "target: a chessboard must have at least 3x3 inner corners to be found in images");
  }
  static_cast<void>(target_markers(target));
}

FoundCorners detect_picture(const Picture& picture, const Target& target) {
  FoundCorners found;
  if (picture.gray.cols < kLeastSide_px || picture.gray.rows < kLeastSide_px) {
    found.reason =
        "the image has only " + std::to_string(picture.gray.cols) + "x" + std::to_string(picture.gray.rows) + " pixels";
    return found;
  }
  try {
    return search_also_reduced(picture, target);
  } catch (const cv::Exception& error) {
    found.reason = "OpenCV could not search it: " + error.err.substr(0, error.err.find('\n'));
  } catch (const std::bad_alloc&) {
    found.reason = "there is not enough memory to search it";
  }
  return found;
}

FoundCorners detect_corners(const GrayView& view, const Target& target) {
  if (view.pixels == nullptr || view.width < 1 || view.height < 1 ||
      (view.bytes_per_row != 0 && view.bytes_per_row < static_cast<std::size_t>(view.width))) {
    throw Error(ErrorCode::kBadOption, "detect_corners: the image has no pixels, or its rows overlap");
  }
  require_detectable(target);
  const QuietOpencv quiet;
  Picture picture;
  picture.gray = cv::Mat(view.height, view.width, CV_8U, const_cast<std::uint8_t*>(view.pixels), view.bytes_per_row);
  picture.image = picture.gray;
  return detect_picture(picture, target);
}

}  // namespace fiducia

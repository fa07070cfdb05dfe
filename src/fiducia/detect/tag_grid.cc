#include "fiducia/detect/tag_grid.h"

#include <apriltag/apriltag.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"
#include "fiducia/detect/corner_fit.h"
#include "fiducia/detect/seen_quads.h"
#include "fiducia/detect/tag_family.h"
#include "fiducia/detect/unread_tags.h"

namespace fiducia {
namespace {

struct Tags {
  std::vector<SeenQuad> quads;
  int border = 2;
  int read = 0;
};

struct DestroyDetector {
  void operator()(apriltag_detector_t* detector) const { apriltag_detector_destroy(detector); }
};
struct DestroyDetections {
  void operator()(zarray_t* detections) const { apriltag_detections_destroy(detections); }
};

SeenQuad tag_quad(const apriltag_detection_t& tag, const Target& target) {
  SeenQuad quad;
  quad.id = tag.id;
  quad.board = tag_on_board(target, tag.id);
  // AprilTag counts from half a pixel further to the upper left than we do.
  for (std::size_t i = 0; i < 4; ++i) quad.pixel[i] = Vector2(tag.p[i][0] - 0.5, tag.p[i][1] - 0.5);
  return quad;
}

Tags read_tags(const cv::Mat& gray, const Target& target) {
  const TagFamily kalibr(2);
  const TagFamily plain(1);
  if (target.columns * target.rows > kalibr.size()) {
    throw Error(ErrorCode::kBadOption, "a grid of " + std::to_string(target.columns) + "x" +
                                           std::to_string(target.rows) + " needs more tags than the " +
                                           std::to_string(kalibr.size()) + " of the family 36h11");
  }
  const std::unique_ptr<apriltag_detector_t, DestroyDetector> detector(apriltag_detector_create());
  apriltag_detector_add_family(detector.get(), kalibr.get());
  apriltag_detector_add_family(detector.get(), plain.get());
  detector->nthreads = 1;
  constexpr double kPixels = 2.5e6;  // the outlines are searched in fewer pixels; the codes are read in all of them
  const double reduction = std::sqrt(static_cast<double>(gray.total()) / kPixels);
  detector->quad_decimate = static_cast<float>(std::max(1.0, std::ceil(reduction)));
  // The library takes the pixels as they are, but not as const.
  image_u8_t view{gray.cols, gray.rows, static_cast<int>(gray.step),
                  const_cast<std::uint8_t*>(gray.ptr<std::uint8_t>())};
  const std::unique_ptr<zarray_t, DestroyDetections> found(apriltag_detector_detect(detector.get(), &view));
  std::map<int, std::vector<SeenQuad>> by_border;
  Tags tags;
  tags.read = zarray_size(found.get());
  for (int i = 0; i < tags.read; ++i) {
    apriltag_detection_t* tag = nullptr;
    zarray_get(found.get(), i, static_cast<void*>(&tag));
    if (tag->id < 0 || tag->id >= target.columns * target.rows) continue;
    by_border[tag->family == kalibr.get() ? kalibr.border() : plain.border()].push_back(tag_quad(*tag, target));
  }
  for (const auto& [border, quads] : by_border) {
    std::vector<SeenQuad> consistent = consistent_quads(quads);
    if (consistent.size() > tags.quads.size()) {
      tags.quads = std::move(consistent);
      tags.border = border;
    }
  }
  apriltag_detector_clear_families(detector.get());
  return tags;
}

}  // namespace

FoundCorners detect_tag_grid(const cv::Mat& gray, const cv::Mat& image, const Target& target) {
  FoundCorners result;
  Tags tags = read_tags(gray, target);
  if (tags.quads.size() < 2 && tags.quads.size() < target.points.size() / 4) {
    result.reason = tags.read == 0 ? "no tag of the family 36h11 was found"
                                   : "of the " + std::to_string(tags.read) +
                                         " tags that were read, too few belong to the grid: check its size";
    return result;
  }
  // Within a tag the code begins after the border; outside, the next thing printed is a gap away.
  const double gap = target.tag_gap_ratio > 0 ? target.tag_gap_ratio : 0.2;
  const double border = static_cast<double>(tags.border) / (6 + 2 * tags.border);
  const CornerWindow window{.reach = 0.85 * std::min(gap, 0.35), .arm = 0.85 * std::min(border, gap)};
  const std::vector<SeenQuad> unread = unread_tags(gray, tags.quads, target, TagFamily(tags.border), window);
  tags.quads.insert(tags.quads.end(), unread.begin(), unread.end());
  struct Fitted {
    int id;
    CornerFit fit;
  };
  std::vector<Fitted> fits;
  std::vector<double> strengths;
  for (const SeenQuad& quad : tags.quads) {
    for (std::size_t i = 0; i < 4; ++i) {
      const CornerFit fit = fit_corner(image, tag_corner_guess(quad, i), window, CornerShape::kSectors);
      if (!fit.problem.empty()) continue;
      fits.push_back({quad.id * 4 + static_cast<int>(i), fit});
      strengths.push_back(std::abs(fit.contrast));
    }
  }
  const double least_strength = 0.25 * median(strengths);
  for (const Fitted& fitted : fits) {
    if (std::abs(fitted.fit.contrast) >= least_strength) result.corners.push_back({fitted.id, fitted.fit.pixel});
  }
  std::sort(result.corners.begin(), result.corners.end(), [](const Corner& a, const Corner& b) { return a.id < b.id; });
  result.doubtful = static_cast<int>(4 * tags.quads.size() - result.corners.size());
  if (result.corners.empty()) result.reason = "tags were read, but no corner could be measured well enough";
  return result;
}

}  // namespace fiducia

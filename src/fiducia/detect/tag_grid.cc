#include "fiducia/detect/tag_grid.h"

#include <algorithm>
#include <cmath>

#include "fiducia/core/statistics.h"
#include "fiducia/detect/corner_fit.h"
#include "fiducia/detect/read_tags.h"
#include "fiducia/detect/smooth_prediction.h"
#include "fiducia/detect/tag_family.h"
#include "fiducia/detect/unread_tags.h"

namespace fiducia {
FoundCorners detect_tag_grid(const cv::Mat& gray, const cv::Mat& image, const Target& target) {
  FoundCorners result;
  TagsRead tags = read_tags(gray, target);
  result.markers_read = tags.read;
  result.markers_placed = static_cast<int>(tags.quads.size());
  if (tags.quads.empty()) {
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
  std::vector<PlacedPixel> places;
  for (const Fitted& fitted : fits) {
    places.push_back({tag_on_board(target, fitted.id / 4)[static_cast<std::size_t>(fitted.id % 4)], fitted.fit.pixel});
  }
  constexpr double kReach = 2.2;  // sides of a tag
  std::vector<bool> stray(fits.size(), false);
  for (const std::size_t i : stray_points(places, kReach)) stray[i] = true;
  const double least_strength = 0.25 * median(strengths);
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (stray[i] || std::abs(fits[i].fit.contrast) < least_strength) continue;
    result.corners.push_back({fits[i].id, fits[i].fit.pixel});
  }
  std::sort(result.corners.begin(), result.corners.end(), [](const Corner& a, const Corner& b) { return a.id < b.id; });
  result.doubtful = static_cast<int>(4 * tags.quads.size() - result.corners.size());
  if (result.corners.empty()) result.reason = "tags were read, but no corner could be measured well enough";
  return result;
}

}  // namespace fiducia

#include "fiducia/detect/read_tags.h"

#include <apriltag/apriltag.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/imgproc.hpp>

#include "fiducia/detect/tag_family.h"
#include "fiducia/detect/unread_tags.h"

namespace fiducia {
namespace {

struct DestroyDetector {
  void operator()(apriltag_detector_t* detector) const { apriltag_detector_destroy(detector); }
};
struct DestroyDetections {
  void operator()(zarray_t* detections) const { apriltag_detections_destroy(detections); }
};

class TagReader {
 public:
  explicit TagReader(int border) : family_(border), detector_(apriltag_detector_create()) {
    apriltag_detector_add_family(detector_.get(), family_.get());
    detector_->nthreads = 1;
  }
  TagReader(const TagReader&) = delete;
  TagReader& operator=(const TagReader&) = delete;
  ~TagReader() { apriltag_detector_clear_families(detector_.get()); }

  /// Every tag, without its place on a board. `scale`: pixels of this image for one of the original.
  [[nodiscard]] std::vector<SeenQuad> read_all(const cv::Mat& gray, double scale) const {
    constexpr double kPixels = 2.5e6;  // outlines are searched in fewer pixels; the codes are read in all of them
    const double reduction = std::sqrt(static_cast<double>(gray.total()) / kPixels);
    detector_->quad_decimate = static_cast<float>(std::max(1.0, std::floor(reduction)));
    // The library takes the pixels as they are, but not as const.
    image_u8_t view{gray.cols, gray.rows, static_cast<int>(gray.step),
                    const_cast<std::uint8_t*>(gray.ptr<std::uint8_t>())};
    const std::unique_ptr<zarray_t, DestroyDetections> found(apriltag_detector_detect(detector_.get(), &view));
    std::vector<SeenQuad> quads;
    for (int i = 0; i < zarray_size(found.get()); ++i) {
      apriltag_detection_t* tag = nullptr;
      zarray_get(found.get(), i, static_cast<void*>(&tag));
      SeenQuad quad{tag->id, {}, {}};
      // AprilTag counts from half a pixel further to the upper left than we do.
      for (std::size_t k = 0; k < 4; ++k)
        quad.pixel[k] = Vector2(tag->p[k][0] / scale - 0.5, tag->p[k][1] / scale - 0.5);
      quads.push_back(quad);
    }
    return quads;
  }

  /// Adds those of the grid that agree with their neighbours.
  void read(const cv::Mat& gray, double scale, const Target& target, TagsRead& tags) const {
    std::vector<SeenQuad> quads;
    for (SeenQuad& quad : read_all(gray, scale)) {
      if (tags.ids.insert(quad.id).second) ++tags.read;
      if (quad.id < 0 || quad.id >= target.columns * target.rows) continue;
      const auto same = [&](const SeenQuad& other) { return other.id == quad.id; };
      if (std::any_of(tags.quads.begin(), tags.quads.end(), same)) continue;
      quad.board = tag_on_board(target, quad.id);
      quads.push_back(quad);
    }
    quads.insert(quads.end(), tags.quads.begin(), tags.quads.end());
    if (!quads.empty()) tags.quads = consistent_quads(quads);
  }

  [[nodiscard]] const TagFamily& family() const { return family_; }

 private:
  TagFamily family_;
  std::unique_ptr<apriltag_detector_t, DestroyDetector> detector_;
};

/// A tag with another border can be read all the same, with a few of its cells wrong.
bool border_fits(const cv::Mat& gray, const std::vector<SeenQuad>& quads, const TagFamily& family) {
  const auto shown = std::count_if(quads.begin(), quads.end(),
                                   [&](const SeenQuad& quad) { return shows_tag(gray, quad, family.marker(quad.id)); });
  return 3 * shown >= static_cast<std::ptrdiff_t>(quads.size());
}

/// Kalibr's tags touch the small squares between them at their corners. Blur and tilt make of that one black shape,
/// which has no outline of four sides. White that grows by a pixel or two parts them again; on an image of twice the
/// size, so that the cells of the code survive.
cv::Mat parted(const cv::Mat& gray, double scale, int width) {
  cv::Mat picture = gray;
  if (scale != 1) cv::resize(gray, picture, {}, scale, scale, cv::INTER_LINEAR);
  cv::Mat result;
  cv::dilate(picture, result, cv::getStructuringElement(cv::MORPH_RECT, {width, width}));
  return result;
}

}  // namespace

std::vector<SeenQuad> tags_in(const cv::Mat& gray) {
  std::vector<SeenQuad> most;
  for (const int border : {2, 1}) {
    std::vector<SeenQuad> quads = TagReader(border).read_all(gray, 1);
    if (quads.size() > most.size()) most = std::move(quads);
  }
  return most;
}

TagsRead read_tags(const cv::Mat& gray, const Target& target) {
  const auto count = static_cast<std::size_t>(target.columns) * static_cast<std::size_t>(target.rows);
  TagsRead tags;
  for (const int border : {2, 1}) {
    const TagReader reader(border);
    tags.border = border;
    reader.read(gray, 1, target, tags);
    constexpr double kSmall = 2e6;
    const double scale = static_cast<double>(gray.total()) < kSmall ? 2 : 1;
    for (const int width : {3, 5}) {
      if (2 * tags.quads.size() >= count) break;  // half of the tags lead to the others; see unread_tags.h
      reader.read(parted(gray, scale, width), scale, target, tags);
    }
    if (tags.quads.size() >= std::min<std::size_t>(2, count) && border_fits(gray, tags.quads, reader.family())) break;
    tags.quads.clear();
  }
  return tags;
}

}  // namespace fiducia

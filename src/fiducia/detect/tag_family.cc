#include "fiducia/detect/tag_family.h"

#include <apriltag/apriltag.h>
#include <apriltag/tag36h11.h>

namespace fiducia {

TagFamily::TagFamily(int border) : family_(tag36h11_create()), border_(border) {
  // The library's family has a border of one cell; its bits are counted from the border's outer edge.
  const int wider = border - 1;
  family_->width_at_border += 2 * wider;
  family_->total_width += 2 * wider;
  for (std::uint32_t i = 0; i < family_->nbits; ++i) {
    family_->bit_x[i] += static_cast<std::uint32_t>(wider);
    family_->bit_y[i] += static_cast<std::uint32_t>(wider);
  }
}

TagFamily::~TagFamily() { tag36h11_destroy(family_); }

int TagFamily::size() const { return static_cast<int>(family_->ncodes); }

Marker TagFamily::marker(int id) const {
  Marker marker;
  marker.side = family_->width_at_border;
  marker.white.assign(static_cast<std::size_t>(marker.side) * static_cast<std::size_t>(marker.side), 0);
  for (std::uint32_t i = 0; i < family_->nbits; ++i) {
    const bool white = ((family_->codes[id] >> (family_->nbits - 1 - i)) & 1) != 0;
    marker.white[family_->bit_y[i] * static_cast<std::size_t>(marker.side) + family_->bit_x[i]] = white ? 1 : 0;
  }
  return marker;
}

}  // namespace fiducia

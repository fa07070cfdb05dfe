#pragma once

#include <memory>
#include <vector>

#include "fiducia/data/marker.h"

struct apriltag_family;

namespace fiducia {

/// AprilTag's family 36h11 with a black border of so many cells: 1 as AprilTag prints it, 2 as Kalibr does.
class TagFamily {
 public:
  explicit TagFamily(int border);
  TagFamily(const TagFamily&) = delete;
  TagFamily& operator=(const TagFamily&) = delete;
  ~TagFamily();

  [[nodiscard]] apriltag_family* get() const { return family_; }
  [[nodiscard]] int size() const;
  [[nodiscard]] int border() const { return border_; }
  [[nodiscard]] Marker marker(int id) const;

 private:
  apriltag_family* family_;
  int border_;
};

}  // namespace fiducia

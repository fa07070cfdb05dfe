#include "fiducia/report/provenance_part.h"

#include "fiducia/report/file_names.h"

namespace fiducia {

Json provenance_part(const Provenance& provenance) {
  Json part = provenance_object(without_folders(provenance));
  part.erase("format");
  part["pixel_convention"] =
      "The centre of the top-left pixel is (0, 0), u to the right, v down, as in OpenCV and ROS. Camera frame: x "
      "right, y down, z forward. Lengths in metres.";
  return part;
}

}  // namespace fiducia

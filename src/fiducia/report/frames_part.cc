#include "fiducia/report/frames_part.h"

#include <map>

#include "fiducia/report/base64.h"
#include "fiducia/report/rounded.h"

namespace fiducia {
namespace {

constexpr double kPixelSteps = 1e3;
constexpr double kResidualSteps = 1e5;

Json corners_array(const std::vector<UsedCorner>& corners) {
  Json array = Json::array();
  for (const UsedCorner& corner : corners) {
    const Vector2& pixel = corner.seen->pixel;
    const Vector2& off = corner.residual_px;
    if (!off.allFinite()) continue;
    array.push_back({corner.seen->id, rounded(pixel.x(), kPixelSteps), rounded(pixel.y(), kPixelSteps),
                     rounded(off.x(), kResidualSteps), rounded(off.y(), kResidualSteps)});
  }
  return array;
}

}  // namespace

std::string jpeg_address(const std::string& jpeg) { return "data:image/jpeg;base64," + base64(jpeg); }

Json frames_part(const std::vector<UsedFrame>& frames, const std::vector<ReportPicture>& pictures) {
  std::map<std::string_view, const ReportPicture*> picture_of;
  for (const ReportPicture& picture : pictures) picture_of[picture.frame] = &picture;
  Json part = Json::array();
  for (const UsedFrame& frame : frames) {
    Json object = {{"name", frame.seen->name}, {"corners", corners_array(frame.corners)}};
    if (const auto picture = picture_of.find(frame.seen->name); picture != picture_of.end()) {
      object["thumbnail"] = jpeg_address(picture->second->jpeg);
      for (const ReportPicture::Crop& crop : picture->second->crops) {
        object["crops"].push_back({{"corner", crop.place.corner},
                                   {"left", crop.place.left},
                                   {"top", crop.place.top},
                                   {"side", crop.place.side},
                                   {"image", jpeg_address(crop.jpeg)}});
      }
    }
    part.push_back(std::move(object));
  }
  return part;
}

}  // namespace fiducia

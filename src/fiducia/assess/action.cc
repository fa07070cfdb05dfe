#include "fiducia/assess/action.h"

#include <array>

namespace fiducia {

std::string_view to_string(ImagePlace place) {
  switch (place) {
    case ImagePlace::kUpperLeft: return "upper_left";
    case ImagePlace::kUpper: return "upper";
    case ImagePlace::kUpperRight: return "upper_right";
    case ImagePlace::kLeft: return "left";
    case ImagePlace::kMiddle: return "middle";
    case ImagePlace::kRight: return "right";
    case ImagePlace::kLowerLeft: return "lower_left";
    case ImagePlace::kLower: return "lower";
    case ImagePlace::kLowerRight: return "lower_right";
  }
  return "unknown";
}

std::string_view to_string(ActionCode code) {
  switch (code) {
    case ActionCode::kNone: return "none";
    case ActionCode::kNothingHelps: return "nothing_helps";
    case ActionCode::kRecalibrate: return "recalibrate";
    case ActionCode::kChooseModel: return "choose_model";
    case ActionCode::kTakeModel: return "take_model";
    case ActionCode::kFindTargetShape: return "find_target_shape";
    case ActionCode::kFreeOfEffects: return "free_of_effects";
    case ActionCode::kLeaveOutFrames: return "leave_out_frames";
    case ActionCode::kLookAtFrames: return "look_at_frames";
    case ActionCode::kCheckTarget: return "check_target";
    case ActionCode::kCheckImages: return "check_images";
    case ActionCode::kCheckCorners: return "check_corners";
    case ActionCode::kTakeImages: return "take_images";
    case ActionCode::kTakeVariedImages: return "take_varied_images";
  }
  return "unknown";
}

ImagePlace weakest_place(const UncertaintyMap& map) {
  std::array<double, 9> sums{};
  std::array<int, 9> counts{};
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    if (!map.cells[i].in_domain) continue;
    const auto column = static_cast<int>(i) % map.columns;
    const auto row = static_cast<int>(i) / map.columns;
    const auto ninth = static_cast<std::size_t>(3 * (3 * row / map.rows) + 3 * column / map.columns);
    sums[ninth] += map.cells[i].sigma_px;
    ++counts[ninth];
  }
  auto worst = static_cast<std::size_t>(ImagePlace::kMiddle);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (counts[i] > 0 && (counts[worst] == 0 || sums[i] / counts[i] > sums[worst] / counts[worst])) worst = i;
  }
  return static_cast<ImagePlace>(worst);
}

bool ends_in_new_images(ActionCode code) {
  switch (code) {
    case ActionCode::kTakeImages:
    case ActionCode::kTakeVariedImages:
    case ActionCode::kCheckTarget:
    case ActionCode::kCheckImages:
    case ActionCode::kCheckCorners:
    case ActionCode::kNothingHelps: return true;
    default: return false;
  }
}

}  // namespace fiducia

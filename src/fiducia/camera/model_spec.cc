#include "fiducia/camera/model_spec.h"

#include "fiducia/core/error.h"

namespace fiducia {

ModelSpec parse_model_spec(std::string_view spec) {
  const std::size_t colon = spec.find(':');
  if (colon == 0 || colon + 1 == spec.size()) {
    throw Error(ErrorCode::kBadOption,
                "'" + std::string(spec) + "' is not a camera model; it is NAME or NAME:CONFIGURATION");
  }
  if (colon == std::string_view::npos) return {std::string(spec), {}};
  return {std::string(spec.substr(0, colon)), std::string(spec.substr(colon + 1))};
}

}  // namespace fiducia

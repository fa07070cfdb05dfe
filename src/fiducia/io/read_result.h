#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/data/observations.h"

namespace fiducia {

/// What a user says about an observations file that does not say it itself, or says it too.
struct ReadOptions {
  std::optional<ImageSize> image_size = {};
  std::optional<Target> target = {};
};

struct ReadObservations {
  Observations observations;
  std::vector<std::string> warnings;
};

}  // namespace fiducia

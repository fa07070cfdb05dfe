#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fiducia/io/read_result.h"
#include "python/src/bindings.h"

namespace fiducia::python {

/// What Python calls Observations: what was read or detected, and the images that it comes from.
struct Observed {
  ReadObservations read = {};
  std::vector<std::string> images = {};  ///< files, where there are some
};

using ObservedPtr = std::shared_ptr<Observed>;

}  // namespace fiducia::python

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "fiducia/camera/model.h"
#include "python/src/bindings.h"

namespace fiducia::python {

/// What OpenCV's flags make of a model.
struct LensRequest {
  std::string model;                         ///< by its spec
  std::map<std::string, double> fixed = {};  ///< parameters by name
  std::optional<double> aspect = {};         ///< fx = aspect fy
  std::map<std::string, double> guess = {};  ///< all parameters, to begin with; empty: found from the data
};

[[nodiscard]] LensRequest lens_request(const py::dict& given);

/// The model with its constraints; as it is in the registry where there are none.
[[nodiscard]] std::shared_ptr<const Model> constrained_model(const LensRequest& lens);

}  // namespace fiducia::python

#pragma once

#include "fiducia/core/error.h"
#include "fiducia/data/target.h"
#include "python/src/bindings.h"

namespace fiducia::python {

/// A Target, or what names one. Throws an Error.
[[nodiscard]] Target target_argument(const py::object& target);

}  // namespace fiducia::python

#pragma once

#include <string>

#include "fiducia/io/json.h"

namespace fiducia {

/// The page with what it shows in it, one HTML file that needs nothing else; web/src/data.ts describes the object.
[[nodiscard]] std::string report_page(const Json& report);

}  // namespace fiducia

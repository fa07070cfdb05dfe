#pragma once

#include <string_view>

namespace fiducia {

/// The page as it was bundled from web/, with the mark `/*DATA*/` where a report's JSON goes.
[[nodiscard]] std::string_view report_page_text();

}  // namespace fiducia

#pragma once

#include "fiducia/io/provenance.h"

namespace fiducia {

/// How a result came about, as the page tells it: without folders, with the convention of pixels.
[[nodiscard]] Json provenance_part(const Provenance& provenance);

}  // namespace fiducia

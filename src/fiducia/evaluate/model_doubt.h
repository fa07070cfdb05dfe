#pragma once

namespace fiducia {

/// What a camera may be off by because a richer model cannot be excluded, which the frames do not determine as well: a
/// lean model is sure of itself where no corner was seen.
struct ModelDoubt {
  double total = 0;    ///< px^2 per coordinate: the expected squared error, whichever of the models is right
  double bound95 = 0;  ///< px^2 per coordinate: under each of them with 95% confidence less
};

}  // namespace fiducia

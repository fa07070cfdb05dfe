#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fiducia/camera/model.h"

namespace fiducia {

/// A pixel and the ray that it is to belong to.
struct PixelRay {
  Vector2 pixel;
  Vector3 ray;
};

struct LensFitResult {
  std::vector<double> parameters;
  double rmse = 0;  ///< px
};

/// Parameters of `model` that map the rays to the pixels as well as it can (least squares from `initial`); pairs that
/// the model cannot compute at the initial values are passed over. Nothing where fewer pairs than parameters remain.
[[nodiscard]] std::optional<LensFitResult> fit_lens(const Model& model, std::span<const PixelRay> pairs,
                                                    std::vector<double> initial);

}  // namespace fiducia

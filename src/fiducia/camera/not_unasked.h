#pragma once

#include "fiducia/camera/model.h"

namespace fiducia {

/// The field of a model that is there for the files of other tools: it is taken where it is asked for, and no lens is
/// such that it is tried unasked.
inline constexpr FieldRange kNotUnasked = {180, 0};

}  // namespace fiducia

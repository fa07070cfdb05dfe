#pragma once

#include <tuple>

#include "fiducia/camera/brown_conrady.h"
#include "fiducia/camera/double_sphere.h"
#include "fiducia/camera/eucm.h"
#include "fiducia/camera/fisheye.h"
#include "fiducia/camera/mei.h"
#include "fiducia/camera/pinhole.h"
#include "fiducia/camera/radial.h"

namespace fiducia {

/// THE list of models. Dispatch, command line, documentation and the typed tests are made from it: a new model is
/// a file like radial.h and one entry here. A type whose models have a configuration is described in model_types.h.
using ModelList = std::tuple<Pinhole, Radial<1>, Radial<2>, Radial<3>, BrownConrady<4>, BrownConrady<5>,
                             BrownConrady<8>, BrownConrady<12>, Fisheye, DoubleSphere, Eucm, Mei>;

}  // namespace fiducia

#pragma once

#include <tuple>

#include "fiducia/camera/brown_conrady.h"
#include "fiducia/camera/cahvor.h"
#include "fiducia/camera/cahvore.h"
#include "fiducia/camera/double_sphere.h"
#include "fiducia/camera/eucm.h"
#include "fiducia/camera/field_of_view.h"
#include "fiducia/camera/fisheye.h"
#include "fiducia/camera/mei.h"
#include "fiducia/camera/pinhole.h"
#include "fiducia/camera/radial.h"
#include "fiducia/camera/spline.h"

namespace fiducia {

/// THE list of models. Dispatch, command line, documentation and the typed tests are made from it: a new model is
/// a file like radial.h and one entry here.
using ModelList = std::tuple<Pinhole, Radial<1>, Radial<2>, Radial<3>, BrownConrady<4>, BrownConrady<5>,
                             BrownConrady<8>, BrownConrady<12>, Fisheye, DoubleSphere, Eucm, Mei, FieldOfView, Cahvor>;

/// The types whose models have a configuration, as model_types.h describes them. They take as many parameters as that
/// says, and are never tried unasked.
using ConfiguredModelList = std::tuple<Spline<3>, Spline<2>, Cahvore>;

}  // namespace fiducia

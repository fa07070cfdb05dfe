#pragma once

#include <span>
#include <string_view>
#include <tuple>

#include "fiducia/camera/brown_conrady.h"
#include "fiducia/camera/double_sphere.h"
#include "fiducia/camera/eucm.h"
#include "fiducia/camera/fisheye.h"
#include "fiducia/camera/mei.h"
#include "fiducia/camera/model.h"
#include "fiducia/camera/pinhole.h"
#include "fiducia/camera/radial.h"

namespace fiducia {

/// THE list of models. Dispatch, command line, documentation and the typed tests are made from it: a new model is
/// a file like radial.h and one entry here.
using ModelList = std::tuple<Pinhole, Radial<1>, Radial<2>, Radial<3>, BrownConrady<4>, BrownConrady<5>,
                             BrownConrady<8>, BrownConrady<12>, Fisheye, DoubleSphere, Eucm, Mei>;

/// Every model of the list, in its order.
[[nodiscard]] std::span<const Model* const> all_models();

/// The model of that name; throws an Error that lists the names otherwise.
[[nodiscard]] const Model& model_named(std::string_view name);

/// "pinhole, radial1, ...", for messages and help.
[[nodiscard]] std::string model_names();

}  // namespace fiducia

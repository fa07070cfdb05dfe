#pragma once

#include <memory>
#include <span>
#include <string>
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
/// a file like radial.h and one entry here. A type whose models have a configuration is described in model_types.h.
using ModelList = std::tuple<Pinhole, Radial<1>, Radial<2>, Radial<3>, BrownConrady<4>, BrownConrady<5>,
                             BrownConrady<8>, BrownConrady<12>, Fisheye, DoubleSphere, Eucm, Mei>;

/// One model of every type of the list, in its order.
[[nodiscard]] std::span<const std::shared_ptr<const Model>> all_models();

/// The model that a spec means, NAME or NAME:CONFIGURATION; throws an Error that lists the names where there is none,
/// and where a model without configuration is given one.
[[nodiscard]] std::shared_ptr<const Model> make_model(std::string_view spec);

/// "pinhole, radial1, ...", for messages and help.
[[nodiscard]] std::string model_names();

}  // namespace fiducia

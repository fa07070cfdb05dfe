#pragma once

#include "fiducia/camera/camera.h"
#include "fiducia/io/json.h"
#include "fiducia/io/json_document.h"

namespace fiducia {

/// Which cells of a splined lens are determined: a string per row of cells, # for those that are, . for the others.
/// Null for every other camera, and where all are.
[[nodiscard]] Json domain_array(const Camera& camera);

/// The model with that domain; itself where there is none in the file. Throws an Error with the place in the file.
[[nodiscard]] std::shared_ptr<const Model> with_domain(const JsonDocument& document, const Json& root,
                                                       const std::shared_ptr<const Model>& model);

}  // namespace fiducia

#pragma once

#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/io/json.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia::python {

/// Only the names and the parameters, wherever `object` has that model.
void name_whole_lens(const Model& model, Json* object);

/// A calibration.json about a model of which some parameters were fixed or tied (ConstrainedModel), rewritten as one of
/// the whole lens, which every reader knows: the fixed parameters are there, with no uncertainty. Nothing happens to
/// that of another model.
void show_all_parameters(const Calibration& calibration, const MappingErrorOptions& mapping, Json* object);

}  // namespace fiducia::python

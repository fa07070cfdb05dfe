#pragma once

#include "apps/fiducia/rig_input.h"
#include "apps/fiducia/select.h"
#include "fiducia/assess/select_rig.h"

namespace fiducia {

/// From the words of the command line, before anything is read.
[[nodiscard]] RigSelectOptions rig_select_options(const SelectCommandOptions& options, const RigArguments& rig);

/// Calibrates the cameras together with several choices of their models and recommends one.
[[nodiscard]] int run_select_rig(const SelectCommandOptions& options, const RigArguments& rig, const Streams& streams);

/// The table and what follows from it.
[[nodiscard]] std::string rig_selection_table(const RigSelection& selection);

}  // namespace fiducia

#pragma once

#include "apps/fiducia/calibrate.h"

namespace fiducia {

/// Calibrates as `calibrate` does, and tells what is wrong with the result, by cause.
[[nodiscard]] int run_explain(const CalibrateCommandOptions& options, const Streams& streams);

void add_explain_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia

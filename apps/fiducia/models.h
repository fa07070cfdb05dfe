#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"

namespace fiducia {

struct ModelsOptions {
  CommonOptions common;
  std::vector<std::string> names;  ///< empty: all
};

/// Prints what the registry says about camera models.
[[nodiscard]] int run_models(const ModelsOptions& options, const Streams& streams);

void add_models_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia

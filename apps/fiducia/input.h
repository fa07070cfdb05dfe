#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/io/read_result.h"

namespace fiducia {

/// The observations that a command works on, as they were named.
struct InputArguments {
  std::vector<std::string> inputs;
  std::string target;      ///< empty: the file's own
  std::string image_size;  ///< empty: the file's own
};

void add_input_options(CLI::App& command, InputArguments& arguments);

void add_target_shape_option(CLI::App& command, std::string& shape);

/// Throws an Error for options that make no sense, before anything is read.
[[nodiscard]] ReadOptions read_options(const InputArguments& arguments);

/// Observations from the INPUT... of a command. Throws an Error for what cannot be read.
[[nodiscard]] ReadObservations read_input(const std::vector<std::string>& inputs, const ReadOptions& options);

}  // namespace fiducia

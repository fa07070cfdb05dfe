#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "apps/fiducia/videos.h"
#include "fiducia/io/read_result.h"
#include "fiducia/solve/calibrate.h"

namespace CLI {
class Option;
}

namespace fiducia {

/// The observations that a command works on, as they were named.
struct InputArguments {
  std::vector<std::string> inputs;
  std::string target;                  ///< empty: the file's own
  std::string image_size;              ///< empty: the file's own
  std::vector<std::string> leave_out;  ///< names of frames
  bool no_cache = false;               ///< look at every image anew
  int every = 0;                       ///< of a video: every Nth frame; 0: chosen ones
  std::shared_ptr<VideoFrames> videos = std::make_shared<VideoFrames>();
};

/// Returns INPUT, which is required unless the caller changes that.
CLI::Option* add_input_options(CLI::App& command, InputArguments& arguments);

void add_every_option(CLI::App& command, int& every);

/// The target that --target means: a SPEC, or the name of a target file of Kalibr.
[[nodiscard]] Target target_named(const std::string& spec);

void add_target_shape_option(CLI::App& command, std::string& shape, bool can_be_auto);
void add_effects_option(CLI::App& command, std::string& effects);

/// Throws an Error for options that make no sense, before anything is read.
[[nodiscard]] ReadOptions read_options(const InputArguments& arguments);

/// Takes frames out, by their names or patterns of these. Throws an Error for one that there is not.
void leave_out(const std::vector<std::string>& names, ReadObservations* input);

/// Observations from the INPUT... of a command: one observations file, or images and folders of them, in which the
/// target is looked for. Throws an Error for what cannot be read, and where no image shows the target.
[[nodiscard]] ReadObservations read_input(const InputArguments& arguments, const ReadOptions& options,
                                          const CommonOptions& common, const Streams& streams);

/// What the input had to say besides, in the calibration's own lists: warnings and images that were left out.
void add_circumstances(const ReadObservations& input, Calibration& calibration);

}  // namespace fiducia

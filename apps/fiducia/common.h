#pragma once

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>

#include "fiducia/core/progress.h"

namespace CLI {
class App;
}

namespace fiducia {

/// Where a command writes, results for machines to `out`, words for people to `err`; and how it was called.
struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;          ///< whether a progress bar has somebody to look at it
  std::string command_line = "fiducia";  ///< as a shell would take it
};

/// What every command takes.
struct CommonOptions {
  bool json = false;
  bool quiet = false;
  bool verbose = false;  ///< whatever there is to tell, at length
  int threads = 0;       ///< 0: all cores
  std::uint64_t seed = 0;
  Progress progress = {};  ///< in the place of a progress bar, for who calls a command's parts from a program
};

/// Where a result goes in words: to standard output, unless the JSON is there.
[[nodiscard]] inline std::ostream& result_stream(const Streams& streams, const CommonOptions& common) {
  return common.json ? streams.err : streams.out;
}

/// A subcommand with the common options and an example at the end of its help.
CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& description,
                      const std::string& example, CommonOptions& common);

/// Common options that do nothing for this command: still taken, so that one set of flags serves all, but not in its
/// help.
void hide_options(CLI::App& command, std::initializer_list<const char*> names);

}  // namespace fiducia

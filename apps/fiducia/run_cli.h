#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace fiducia {

/// The command line program: `arguments` without the program's name. Results for machines go to `out`, words for
/// people to `err`. Returns the exit status (see exit_status.h); never throws.
[[nodiscard]] int run_cli(std::vector<std::string> arguments, std::ostream& out, std::ostream& err,
                          bool err_is_terminal = false);

}  // namespace fiducia

#include "apps/fiducia/common.h"

#include <CLI/CLI.hpp>

namespace fiducia {

CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& description,
                      const std::string& example, CommonOptions& common) {
  CLI::App& command = *app.add_subcommand(name, description);
  command.add_flag("--json", common.json, "Print the result as JSON on standard output, and nothing else there");
  command.add_flag("--quiet", common.quiet, "Say nothing unless something is wrong; --json and the files are as ever");
  command.add_flag("--verbose", common.verbose, "Say all that there is to say: long lists and tables in full");
  command
      .add_option("--threads", common.threads, "How many threads to use; 0: one per core. Results do not depend on it")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  // CLI11 would take -3 for 2^64 - 3.
  const auto no_sign = [](const std::string& text) {
    return text.starts_with('-') ? "cannot be negative" : std::string();
  };
  command.add_option("--seed", common.seed, "Seed of everything random")->check(no_sign)->capture_default_str();
  command.footer("Example:\n  " + example);
  return command;
}

void hide_options(CLI::App& command, std::initializer_list<const char*> names) {
  for (const char* name : names) command.get_option(name)->group("");
}

}  // namespace fiducia

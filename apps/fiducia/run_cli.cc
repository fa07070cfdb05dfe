#include "apps/fiducia/run_cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <utility>

#include "apps/fiducia/board.h"
#include "apps/fiducia/calibrate.h"
#include "apps/fiducia/compare.h"
#include "apps/fiducia/convert.h"
#include "apps/fiducia/detect.h"
#include "apps/fiducia/evaluate.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/explain.h"
#include "apps/fiducia/guide.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/maps.h"
#include "apps/fiducia/models.h"
#include "apps/fiducia/project.h"
#include "apps/fiducia/rectify.h"
#include "apps/fiducia/render.h"
#include "apps/fiducia/report.h"
#include "apps/fiducia/select.h"
#include "apps/fiducia/simulate.h"
#include "apps/fiducia/study.h"
#include "apps/fiducia/undistort.h"
#include "fiducia/core/error.h"
#include "fiducia/core/nearest_word.h"
#include "fiducia/core/words.h"
#include "fiducia/io/text.h"
#include "fiducia/version.h"

namespace fiducia {
namespace {

std::string command_line_name(const CLI::App& app) {
  const std::vector<CLI::App*> called = app.get_subcommands();
  return called.empty() ? "fiducia" : "fiducia " + called.front()->get_name();
}

/// The option that was probably meant by one that there is not; empty where none is near.
std::string option_meant(const CLI::App& app) {
  const std::vector<CLI::App*> called = app.get_subcommands();
  const CLI::App& command = called.empty() ? app : *called.front();
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  }
  for (const std::string& word : command.remaining(true)) {
    if (!word.starts_with("--")) continue;
    const std::string meant = nearest_word(word.substr(2, word.find('=') - 2), names);
    if (!meant.empty()) return "--" + meant;
  }
  return {};
}

int report_call_error(const CLI::App& app, const CLI::ParseError& error, const Streams& streams) {
  const std::string name = command_line_name(app);
  const std::string meant = option_meant(app);
  streams.err << name << ": " << error.what() << (meant.empty() ? "" : "\nDid you mean " + meant + "?") << "\nSee '"
              << name << " --help'.\n";
  return kExitBadInput;
}

/// The call as a shell takes it again.
std::string in_shell(const std::vector<std::string>& arguments) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
  std::string line = "fiducia";
  for (const std::string& argument : arguments) {
    line += ' ';
    if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string::npos) {
      line += argument;
      continue;
    }
    line += '\'';
    for (const char c : argument) line += c == '\'' ? "'\\''" : std::string(1, c);
    line += '\'';
  }
  return line;
}

/// CLI11 only says that a command is missing.
void require_known_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with("-")) return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  if (std::find(names.begin(), names.end(), arguments.front()) != names.end()) return;
  const std::string meant = nearest_word(arguments.front(), names);
  throw Error(ErrorCode::kBadOption,
              "there is no command " + excerpt(arguments.front()) + "; there are " + some_of(names, names.size()) +
                  (meant.empty() ? "." : "; did you mean " + meant + "?") + " See 'fiducia --help'.");
}

}  // namespace

int run_cli(std::vector<std::string> arguments, std::ostream& out, std::ostream& err, bool err_is_terminal) {
  const Streams streams{out, err, err_is_terminal, in_shell(arguments)};
  const InterruptNotice notice;
  int status = kExitDone;
  CLI::App app("Fiducia tells how far a camera calibration can be trusted.", "fiducia");
  app.set_version_flag("--version", "fiducia " + std::string(kVersion), "Print the version and end");
  app.set_help_flag("-h,--help", "Print this help and end");
  app.require_subcommand(1);
  app.footer(
      "'fiducia COMMAND --help' tells more and gives an example.\n"
      "Exit status: 0 done; 2 the call or its input is at fault; 3 a --require is not met; 4 the data cannot carry the "
      "calibration; 130 stopped by Ctrl-C (143: by SIGTERM), nothing was written.");
  try {
    add_calibrate_command(app, streams, status);
    add_explain_command(app, streams, status);
    add_evaluate_command(app, streams, status);
    add_select_command(app, streams, status);
    add_guide_command(app, streams, status);
    add_compare_command(app, streams, status);
    add_report_command(app, streams, status);
    add_convert_command(app, streams, status);
    add_undistort_command(app, streams, status);
    add_rectify_command(app, streams, status);
    add_maps_command(app, streams, status);
    add_project_commands(app, streams, status);
    add_detect_command(app, streams, status);
    add_simulate_command(app, streams, status);
    add_render_command(app, streams, status);
    add_study_command(app, streams, status);
    add_models_command(app, streams, status);
    add_board_command(app, streams, status);
    require_known_command(app, arguments);
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    app.parse(std::move(arguments));
    out.flush();
    if (!out) {
      err << command_line_name(app) << ": cannot write to standard output\n";
      return kExitBadInput;
    }
    return status;
  } catch (const CLI::Success& success) {  // --help, --version
    app.exit(success, out, err);
    return kExitDone;
  } catch (const CLI::ParseError& error) {
    return report_call_error(app, error, streams);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) {
      err << command_line_name(app) << ": stopped; nothing was written\n";
      return interrupted_status();
    }
    err << command_line_name(app) << ": " << error.what() << '\n';
    const bool cannot = error.code() == ErrorCode::kDegenerate || error.code() == ErrorCode::kNotConverged;
    return cannot ? kExitCannotCalibrate : kExitBadInput;
  } catch (const std::exception& error) {
    err << command_line_name(app) << ": internal error: " << error.what() << '\n';
    return kExitInternal;
  }
}

}  // namespace fiducia

#include "apps/fiducia/board.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/input.h"
#include "fiducia/core/error.h"
#include "fiducia/detect/target_markers.h"
#include "fiducia/io/board_print.h"
#include "fiducia/io/file.h"
#include "fiducia/io/json.h"

namespace fiducia {
namespace {

std::string in_format(const BoardPrint& print, const std::string& file, double dpi) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".pdf") return board_pdf(print);
  if (extension == ".svg") return board_svg(print);
  if (extension == ".png") return board_png(print, dpi);
  throw Error(ErrorCode::kBadOption, "-o " + file + ": the name must end in .pdf, .svg or .png");
}

}  // namespace

int run_board(const BoardCommandOptions& options, const Streams& streams) {
  const Target target = target_named(options.target);
  const BoardPrint print = board_print(target, target_markers(target));
  write_file_atomically(options.output, in_format(print, options.output, options.dpi));
  if (options.common.json) {
    streams.out << readable({{"target", target_spec(target)},
                             {"page_mm", Json::array({print.width_mm, print.height_mm})},
                             {"paper", print.paper},
                             {"ruler_mm", print.ruler_mm}});
  }
  if (!options.common.quiet) {
    result_stream(streams, options.common) << fmt::format(
        "{}: {} on {} ({:.0f} x {:.0f} mm). Print it at 100% (\"actual size\"), measure the ruler ({:.0f} mm), and "
        "mount it "
        "on something flat and rigid\n",
        options.output, target_spec(target), print.paper.empty() ? "a sheet of its own size" : print.paper,
        print.width_mm, print.height_mm, print.ruler_mm);
  }
  return kExitDone;
}

void add_board_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<BoardCommandOptions>();
  CLI::App& command = add_command(app, "board", "Write a board to print, at its true size, with a ruler and its SPEC",
                                  "fiducia board charuco:8x6:0.03:0.022:DICT_4X4_50 -o board.pdf", options->common);
  hide_options(command, {"--threads", "--seed"});
  command
      .add_option("SPEC", options->target, "What --target takes: " + target_forms() + ", or a target file of Kalibr")
      ->required();
  command.add_option("-o,--output", options->output, "The file to write: .pdf, .svg or .png")->required();
  command.add_option("--dpi", options->dpi, "Pixels per inch of a .png")
      ->check(CLI::Range(10.0, 2400.0))
      ->capture_default_str();
  command.callback([options, streams, &status] { status = run_board(*options, streams); });
}

}  // namespace fiducia

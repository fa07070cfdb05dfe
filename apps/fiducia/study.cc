#include "apps/fiducia/study.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/study/publish.h"

namespace fiducia {
namespace {

constexpr const char* kAll = "all";
constexpr const char* kList = "list";

int list_studies(const StudyCommandOptions& options, const Streams& streams) {
  Json list = Json::array();
  for (const Study& study : studies()) {
    list.push_back(
        {{"name", study.name}, {"paper", study.paper}, {"question", study.question}, {"datasets", study.datasets}});
    if (!options.common.json) {
      streams.out << fmt::format("{:<14} {:<28} {:>5} data sets  {}\n", study.name, study.paper, study.datasets,
                                 study.question);
    }
  }
  if (options.common.json) streams.out << readable(list);
  return kExitDone;
}

FinishedStudy run_one(const Study& study, StudyOptions run, const StudyCommandOptions& options,
                      const Streams& streams) {
  run.progress = progress_bar(streams, options.common, std::string(study.name));
  const auto begin = std::chrono::steady_clock::now();
  FinishedStudy finished{&study, study.run(run), run.seed, run.datasets > 0 ? run.datasets : study.datasets, 0};
  finished.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::filesystem::path folder = options.output;
  write_file_atomically(folder / (std::string(study.name) + ".json"), readable(study_object(finished)));
  write_file_atomically(folder / (std::string(study.name) + ".svg"), finished.result.figure);
  if (!options.common.quiet) {
    streams.err << fmt::format("{}: {} calibrations in {:.1f} s", study.name, finished.result.calibrations,
                               finished.seconds);
    if (finished.result.calibrations > 0) {
      streams.err << fmt::format(", {:.0f} a second",
                                 static_cast<double>(finished.result.calibrations) / finished.seconds);
    }
    streams.err << '\n';
    for (const Claim& claim : finished.result.claims) {
      streams.err << fmt::format("  {:<17} {}: {}; {}\n", outcome_of(claim), claim.measured, value_words(claim),
                                 claim.condition());
    }
  }
  return finished;
}

}  // namespace

int run_study(const StudyCommandOptions& options, const Streams& streams) {
  if (options.name == kList) return list_studies(options, streams);
  const bool all = options.name == kAll;
  std::vector<const Study*> chosen;
  if (all) {
    for (const Study& study : studies()) {
      if (!study.needs_observations) chosen.push_back(&study);
    }
  } else {
    chosen = {&study_named(options.name)};
  }
  const bool needs_input = !all && chosen.front()->needs_observations;
  if (!needs_input) {
    const InputArguments& input = options.input;
    require_option(input.inputs.empty() && input.target.empty() && input.image_size.empty() && options.model.empty(),
                   "study " + options.name +
                       " simulates its data and takes neither INPUT nor --target, --image-size or --model; only real "
                       "and halves do");
  }
  StudyOptions run;
  run.datasets = options.datasets;
  run.seed = options.common.seed;
  run.threads = options.common.threads;
  run.folder = options.output;
  run.model = options.model;
  ReadObservations input;
  if (needs_input) {
    if (options.input.inputs.empty()) {
      throw Error(ErrorCode::kBadOption,
                  "study " + options.name + ": name the images, their folder or an observations file");
    }
    input = read_input(options.input, read_options(options.input), options.common, streams);
    run.observations = &input.observations;
  }
  std::vector<FinishedStudy> finished;
  Json object = Json::array();
  try {
    for (const Study* study : chosen) {
      finished.push_back(run_one(*study, run, options, streams));
      object.push_back(study_object(finished.back()));
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kCancelled) throw;
    streams.err << fmt::format(
        "fiducia study: stopped; what is finished is in {}, and the same call goes on from there\n", options.output);
    return interrupted_status();
  }
  const std::filesystem::path folder = options.output;
  const std::string page = all ? "reproduction" : options.name;
  write_file_atomically(folder / (page + ".html"), studies_html(finished));
  write_file_atomically(folder / (page + ".md"), studies_markdown(finished, "."));
  if (options.common.json) streams.out << readable(all ? object : object[0]);
  if (!options.common.quiet) {
    streams.err << fmt::format("wrote {0}.html, {0}.md, and a CSV, a JSON and an SVG file per study to {1}\n", page,
                               options.output);
  }
  return kExitDone;
}

void add_study_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<StudyCommandOptions>();
  CLI::App& command =
      add_command(app, "study", "Repeat an experiment of the paper, with larger samples",
                  "fiducia study resampling --datasets 500 -o study\n  fiducia study real photos --target "
                  "chessboard:9x6:0.025 -o mine",
                  options->common);
  command
      .add_option("NAME", options->name,
                  "The study; list: tell what there is; all: every one that needs no images, and a page")
      ->required();
  add_input_options(command, options->input)->required(false);
  command.add_option(
      "--model", options->model,
      "Camera model, for real and halves; without it the one that 'fiducia select' recommends (real: among the paper's "
      "and opencv5)");
  command
      .add_option("--datasets", options->datasets,
                  "Data sets of the first set-up; the other set-ups get a fifth. Without it, as 'study list' says")
      ->check(CLI::Range(1, 10'000'000));
  command
      .add_option("-o,--output", options->output,
                  "Folder for the results. A study that was interrupted goes on from what it finds there")
      ->capture_default_str();
  command.callback([options, streams, &status] { status = run_study(*options, streams); });
}

}  // namespace fiducia

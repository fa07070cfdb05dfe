#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "benchmarks/assess_case.h"
#include "benchmarks/evaluate_case.h"
#include "benchmarks/free_target_case.h"
#include "benchmarks/guide_case.h"
#include "benchmarks/json_report.h"
#include "benchmarks/machine.h"
#include "benchmarks/rig_case.h"
#include "benchmarks/run_case.h"
#include "benchmarks/spline_case.h"
#include "benchmarks/table.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"

namespace fiducia::bench {
namespace {

constexpr int kExitDone = 0;
constexpr int kExitDisagreement = 1;
constexpr int kExitBadCall = 2;

/// In the order of the frames, so that the time of a cubic solver is foreseen from a smaller case.
std::vector<CaseSize> cases(bool quick) {
  std::vector<CaseSize> sizes;
  for (const std::string model : {"opencv4", "radial2"}) {
    sizes.push_back({model, 25, 10, 8});
    if (quick) continue;
    sizes.push_back({model, 50, 10, 8});
    sizes.push_back({model, 100, 20, 16});
    sizes.push_back({model, 200, 10, 8});
    sizes.push_back({model, 1000, 10, 8});
  }
  return sizes;
}

/// Before minutes of work whose result could not be written.
void check_folder_of(const std::filesystem::path& file) {
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  if (!std::filesystem::is_directory(folder)) {
    throw Error(ErrorCode::kBadOption, "--json " + file.string() + ": there is no folder " + folder.string());
  }
}

/// Prints every table as soon as it is known; false where solvers did not agree.
bool run_all(bool quick, const std::string& json_file) {
  const Machine machine = this_machine();
  std::cout << machine_lines(machine) << std::flush;
  Runner runner(quick);
  std::vector<CaseResult> results;
  bool agree = true;
  for (const CaseSize& size : cases(quick)) {
    const CaseResult& result = results.emplace_back(runner.run(size));
    agree = agree && result.disagreements.empty();
    std::cout << case_table(result) << std::flush;
  }
  std::vector<EvaluateResult> evaluations;
  for (const CaseResult& result : results) {
    if (result.size.frames != 25 || !agree) continue;
    std::cout << evaluate_lines(evaluations.emplace_back(run_evaluate_case(result.size, result.find("opencv"), quick)))
              << std::flush;
  }
  const GuideResult guided = run_guide_case(quick);
  std::cout << guide_lines(guided) << std::flush;
  const std::vector<FreeTargetResult> free_targets = run_free_target_cases(quick);
  std::cout << free_target_lines(free_targets) << std::flush;
  const std::vector<AssessResult> assessments = run_assess_cases(quick);
  std::cout << assess_lines(assessments) << std::flush;
  const std::vector<SplineResult> splines = run_spline_cases(quick);
  std::cout << spline_lines(splines) << std::flush;
  for (const SplineResult& result : splines) agree = agree && fiducia::bench::agree(result);
  const std::vector<RigResult> rigs = run_rig_cases(quick);
  std::cout << rig_lines(rigs) << std::flush;
  for (const RigResult& result : rigs) agree = agree && fiducia::bench::agree(result);
  std::cout << growth_lines(results) << load_lines(results);
  if (!agree) {
    std::cerr << "fiducia_bench: the solvers did not reach the same result (see above); times mean nothing then"
              << (json_file.empty() ? "" : ", and no file was written") << "\n";
    return false;
  }
  if (!json_file.empty())
    write_file_atomically(
        json_file,
        readable(json_report(machine, results, evaluations, guided, free_targets, assessments, splines, rigs)) + "\n");
  return true;
}

/// One part alone; false where solvers did not agree.
bool run_rigs(bool quick) {
  std::cout << machine_lines(this_machine()) << std::flush;
  const std::vector<RigResult> rigs = run_rig_cases(quick);
  std::cout << rig_lines(rigs);
  return std::all_of(rigs.begin(), rigs.end(), [](const RigResult& result) { return agree(result); });
}

bool run_splines(bool quick) {
  std::cout << machine_lines(this_machine());
  const std::vector<SplineResult> splines = run_spline_cases(quick);
  std::cout << spline_lines(splines);
  return std::all_of(splines.begin(), splines.end(), [](const SplineResult& result) { return agree(result); });
}

void run_assess(bool quick) { std::cout << machine_lines(this_machine()) << assess_lines(run_assess_cases(quick)); }

void run_free_targets(bool quick) {
  std::cout << machine_lines(this_machine()) << free_target_lines(run_free_target_cases(quick));
}

int run(int argc, char** argv) {
  CLI::App app("Fiducia against Ceres, OpenCV and mrcal: the same data, the same initial values, one thread.",
               "fiducia_bench");
  std::string json_file;
  bool quick = false;
  bool splines = false;
  bool rigs = false;
  bool assess = false;
  bool free_targets = false;
  app.add_option("--json", json_file, "Write the figures to FILE too")->type_name("FILE");
  app.add_flag("--quick", quick, "25 frames only, few repetitions: does everything still run and agree?");
  app.add_flag("--assess", assess, "Only what the whole job takes")->excludes("--json");
  app.add_flag("--free-targets", free_targets, "Only targets of unknown shape and many frames")->excludes("--json");
  app.add_flag("--rigs", rigs, "Only pairs of cameras, against OpenCV and mrcal")->excludes("--json");
  app.add_flag("--splines", splines, "Only the splined lenses, against mrcal")->excludes("--json");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool help = error.get_exit_code() == 0;
    app.exit(error);
    if (!help) std::cerr << app.help();
    return help ? kExitDone : kExitBadCall;
  }
  try {
    if (!json_file.empty()) check_folder_of(json_file);
    if (assess) {
      run_assess(quick);
      return kExitDone;
    }
    if (free_targets) {
      run_free_targets(quick);
      return kExitDone;
    }
    if (rigs) return run_rigs(quick) ? kExitDone : kExitDisagreement;
    return (splines ? run_splines(quick) : run_all(quick, json_file)) ? kExitDone : kExitDisagreement;
  } catch (const Error& error) {
    std::cerr << "fiducia_bench: " << error.what() << "\n";
    return kExitBadCall;
  } catch (const std::exception& error) {
    std::cerr << "fiducia_bench: " << error.what() << "\n";
    return kExitDisagreement;
  }
}

}  // namespace
}  // namespace fiducia::bench

int main(int argc, char** argv) { return fiducia::bench::run(argc, argv); }

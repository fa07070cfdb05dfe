#include "fiducia/study/setup.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace fiducia {
namespace {

/// Neighbouring seeds are as good as any: every stream scrambles its own. This keeps studies with seeds 0 and 1 apart.
std::uint64_t seed_of(std::uint64_t study, std::uint64_t setup, std::uint64_t dataset) {
  return study * 1'000'003 + setup * 100'000'007 + dataset;
}

}  // namespace

std::string StudySetup::in_words() const {
  std::string words = fmt::format("{}: {} px, radial2", name, to_string(camera.image_size()));
  for (std::size_t i = 0; i < camera.parameters().size(); ++i) {
    words += fmt::format(" {}={}", camera.model().info().parameters[i].name, camera.parameters()[i]);
  }
  return words + "; " + target_spec(target);
}

const std::vector<StudySetup>& study_setups() {
  static const std::vector<StudySetup> kSetups = {
      {"normal",
       {make_model("radial2"), {1500, 1495, 968, 608, -0.2, 0.1}, {1936, 1216}},
       Target::chessboard(10, 8, 0.05)},
      {"wide", {make_model("radial2"), {640, 638, 645, 475, -0.28, 0.08}, {1280, 960}}, Target::chessboard(9, 6, 0.08)},
      {"long",
       {make_model("radial2"), {2600, 2605, 1230, 1015, -0.15, 0.25}, {2448, 2048}},
       Target::chessboard(12, 9, 0.03)},
  };
  return kSetups;
}

std::vector<double> SetupRun::values(std::size_t setup, const std::string& column) const {
  return setups[setup].table.values(column);
}

SetupRun run_setups(const std::string& name, const std::vector<std::string>& columns, const StudyOptions& options,
                    int default_datasets, const SetupRow& row) {
  const LongSetupRow any = [&](const StudySetup& setup, std::uint64_t seed, const Progress&) {
    return row(setup, seed);
  };
  return run_setups(name, columns, options, default_datasets, any);
}

SetupRun run_setups(const std::string& name, const std::vector<std::string>& columns, const StudyOptions& options,
                    int default_datasets, const LongSetupRow& row) {
  constexpr std::size_t kPart = 5;
  const auto datasets = static_cast<std::size_t>(options.datasets > 0 ? options.datasets : default_datasets);
  const std::size_t of_others = std::max<std::size_t>(datasets / kPart, 1);
  const std::size_t total = datasets + (study_setups().size() - 1) * of_others;
  SetupRun run;
  std::size_t done = 0;
  for (std::size_t i = 0; i < study_setups().size(); ++i) {
    const StudySetup& setup = study_setups()[i];
    Units units{name + "-" + setup.name, columns, i == 0 ? datasets : of_others,
                [&, i](std::size_t unit, const Progress& progress) {
                  return row(setup, seed_of(options.seed, i, unit), progress);
                }};
    StudyOptions shifted = options;
    if (options.progress) {
      shifted.progress = [&](std::size_t at, std::size_t of) {
        return of == 0 ? options.progress(0, 0) : options.progress(done + at, total);
      };
    }
    UnitRun one = run_units(units, shifted);
    run.new_rows += units.count - one.done_before;
    done += units.count;
    for (std::size_t k = 0; k < one.table.size(); ++k) run.failed += std::isnan(one.table.row(k).front()) ? 1 : 0;
    run.setups.push_back({&setup, std::move(one.table)});
  }
  return run;
}

std::vector<std::string> setting_in_words(double noise_px) {
  std::vector<std::string> words;
  for (const StudySetup& setup : study_setups()) words.push_back(setup.in_words());
  words.push_back(fmt::format(
      "noise {} px per coordinate; poses as the paper's: turned by up to 45 degrees about each axis, 0.5 to "
      "2.5 m away, up "
      "to 0.5 m aside, the board wholly in view",
      noise_px));
  return words;
}

}  // namespace fiducia

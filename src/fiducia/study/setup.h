#pragma once

#include <string>
#include <vector>

#include "fiducia/simulate/simulate.h"
#include "fiducia/study/study.h"
#include "fiducia/study/units.h"

namespace fiducia {

/// A camera and a board to simulate. The paper names its poses and its noise, and neither camera nor board: the first
/// of these has the image of the paper's camera, the others are there so that no result hangs on one choice.
struct StudySetup {
  std::string name;
  Camera camera;  ///< a C(6): radial2
  Target target;

  [[nodiscard]] std::string in_words() const;
};
[[nodiscard]] const std::vector<StudySetup>& study_setups();

inline constexpr double kPaperNoise_px = 0.05;

/// What was measured with a set-up, a row per data set.
struct SetupTable {
  const StudySetup* setup = nullptr;
  UnitTable table;
};

struct SetupRun {
  std::vector<SetupTable> setups;
  std::size_t new_rows = 0;  ///< rows that were not there already
  int failed = 0;            ///< rows whose first column is NaN

  [[nodiscard]] std::vector<double> values(std::size_t setup, const std::string& column) const;
};

/// The row of a data set: a function of the set-up and of the seed of everything random in it.
using SetupRow = std::function<std::vector<double>(const StudySetup& setup, std::uint64_t seed)>;
/// One that takes longer than a second, see Units::row.
using LongSetupRow =
    std::function<std::vector<double>(const StudySetup& setup, std::uint64_t seed, const Progress& progress)>;

/// All data sets of the first set-up, a fifth as many of the others; a file NAME-SETUP.csv each, see run_units().
[[nodiscard]] SetupRun run_setups(const std::string& name, const std::vector<std::string>& columns,
                                  const StudyOptions& options, int default_datasets, const SetupRow& row);
[[nodiscard]] SetupRun run_setups(const std::string& name, const std::vector<std::string>& columns,
                                  const StudyOptions& options, int default_datasets, const LongSetupRow& row);

/// The set-ups in words, and the noise and poses that all of them share.
[[nodiscard]] std::vector<std::string> setting_in_words(double noise_px = kPaperNoise_px);

}  // namespace fiducia

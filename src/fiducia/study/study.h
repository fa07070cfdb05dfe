#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/data/observations.h"

namespace fiducia {

/// How a study is run. The same seed gives the same numbers, whatever the number of threads and however often it was
/// interrupted; more data sets go on where fewer ended.
struct StudyOptions {
  int datasets = 0;  ///< of the first set-up (the others get a fifth); 0: as many as the study asks for
  std::uint64_t seed = 0;
  int threads = 1;
  /// Where finished data sets are kept, so that an interrupted study goes on. Empty: nowhere.
  std::filesystem::path folder = {};
  Progress progress = {};                      ///< counts data sets
  const Observations* observations = nullptr;  ///< of a camera of one's own, for the studies `real` and `halves`
  std::string model = {};                      ///< for these; empty: the one that suits
};

/// One statement of the paper, held against a measurement.
struct Claim {
  std::string statement;           ///< what the paper says, in our words
  std::string measured;            ///< what was measured, and in which set-up
  double value = 0;                ///< NaN: could not be measured
  std::array<double, 2> ci95{};    ///< of the value, over data sets
  std::optional<double> at_least;  ///< the statement holds where the value lies between these
  std::optional<double> at_most;
  std::string explanation = {};  ///< of a value that disagrees: what it comes from, and how that was tested

  /// Nothing where the interval reaches over a limit.
  [[nodiscard]] std::optional<bool> holds() const;
  [[nodiscard]] std::string condition() const;
};

struct StudyResult {
  std::vector<std::string> setting;  ///< cameras, boards, noise: what the paper leaves open
  std::vector<Claim> claims;
  std::string figure;             ///< an SVG file
  std::string figure_words;       ///< what it shows
  std::int64_t calibrations = 0;  ///< that were run now, not those that were there already
  int failed = 0;                 ///< data sets that could not be calibrated, left out
};

struct Study {
  std::string_view name;
  std::string_view paper;     ///< the figure of the paper
  std::string_view question;  ///< what is tested, for people
  int datasets;               ///< by default
  StudyResult (*run)(const StudyOptions& options);
  bool needs_observations = false;
};

/// THE list of studies.
[[nodiscard]] const std::vector<Study>& studies();

/// Throws an Error that lists the names.
[[nodiscard]] const Study& study_named(std::string_view name);

}  // namespace fiducia

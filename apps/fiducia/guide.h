#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "apps/fiducia/evaluation_arguments.h"
#include "apps/fiducia/input.h"
#include "apps/fiducia/report_file.h"
#include "fiducia/assess/assess_options.h"
#include "fiducia/guide/guide.h"
#include "fiducia/io/read_result.h"

namespace fiducia {

struct GuideCommandOptions {
  CommonOptions common;
  InputArguments input;
  EvaluationArguments evaluation;
  ReportArguments report;
  std::string model = "auto";         ///< auto: the one that select recommends
  std::string target_shape = "auto";  ///< planar, warp, free or auto
  std::string effects = "none";       ///< none, auto, or their names
  std::string loss = "none";
  double outliers = OutlierOptions{}.sigmas;
  std::string criterion = "eme";
  std::string uncertainty = "cr2";
  int suggestions = 3;
  std::string until = "bound95_px=1";
  bool until_given = false;
  std::vector<std::string> rank;  ///< images, an observations file, or frames of INPUT; empty: no ranking
  std::string watch;              ///< a folder; empty: none
  double watch_for_s = 0;         ///< 0: until told otherwise
  double max_tilt_deg = 50;
  double min_square_px = ViewLimits{}.min_square_px;
  std::string distance;  ///< MIN:MAX in metres; empty: as seen so far
  std::string output;    ///< a folder; empty: nothing is written

  [[nodiscard]] bool any_model() const { return model == "auto"; }
};

/// What the library is asked, from the words of the command line. Throws an Error for what makes no sense.
[[nodiscard]] GuideOptions guide_options(const GuideCommandOptions& options);
/// One calibration, before there are frames enough to choose by.
[[nodiscard]] CalibrateOptions guide_solver(const GuideCommandOptions& options);
/// As `fiducia calibrate` would do it.
[[nodiscard]] AssessOptions guide_assessment(const GuideCommandOptions& options);

/// Guidance, with the calibration that it goes by.
struct GuidedViews {
  Calibration calibration;
  Guidance guidance;
};

/// Of what was read. `how`: guide_options(), to which is added what depends on the observations.
[[nodiscard]] GuidedViews guide_read(const ReadObservations& input, const GuideCommandOptions& options,
                                     GuideOptions* how, const Streams& streams);

/// Says which image to take next, which of those taken matter, and when to stop.
[[nodiscard]] int run_guide(const GuideCommandOptions& options, const Streams& streams);

void add_guide_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia

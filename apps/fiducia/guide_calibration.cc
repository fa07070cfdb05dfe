#include "apps/fiducia/guide_calibration.h"

#include "apps/fiducia/outliers.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "fiducia/assess/assess.h"

namespace fiducia {
namespace {

CleanCalibration calibrated(const Observations& observations, const GuideCommandOptions& options,
                            const Streams& streams) {
  AssessOptions how;
  how.model = options.model;
  how.target_shape = TargetShape::kPlanar;
  how.loss = parse_loss("--loss", options.loss);
  how.outliers.sigmas = options.outliers;
  how.same_views_count_once = false;  // every image gets its rank
  how.evaluation.mapping = mapping_options(options.evaluation, observations);
  how.evaluation.seed = options.common.seed;
  how.evaluation.threads = options.common.threads;
  how.progress = progress_bar(streams, options.common, "models");
  const auto shared = std::make_shared<const Observations>(observations);
  ChosenCalibration chosen = calibrate_as_asked(shared, how);
  if (!chosen.selection || chosen.selection->recommended) return std::move(chosen.clean);
  return calibrate_cleaned(shared, guide_solver(options), how.outliers);
}

}  // namespace

CleanCalibration guide_calibration(const ReadObservations& input, const GuideCommandOptions& options,
                                   const Streams& streams) {
  CleanCalibration clean = calibrated(input.observations, options, streams);
  note_left_out_corners(clean.left_out, &clean.calibration.warnings);
  add_circumstances(input, clean.calibration);
  return clean;
}

}  // namespace fiducia

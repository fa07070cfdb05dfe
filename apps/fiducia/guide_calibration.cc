#include "apps/fiducia/guide_calibration.h"

#include "apps/fiducia/outliers.h"
#include "apps/fiducia/progress_bar.h"
#include "fiducia/evaluate/select.h"

namespace fiducia {
namespace {

CleanCalibration calibrated_as_asked(const Observations& observations, const GuideCommandOptions& options,
                                     const Streams& streams) {
  const CalibrateOptions solver = guide_solver(options);
  const OutlierOptions outliers{.sigmas = options.outliers};
  if (!options.any_model()) return calibrate_cleaned(observations, solver, outliers);
  CleanCalibration clean = clean_for_any_model(observations, solver, outliers);
  SelectOptions select;
  select.loss = solver.loss;
  select.mapping = mapping_options(options.evaluation, observations.image_size);
  select.seed = options.common.seed;
  select.threads = options.common.threads;
  select.progress = progress_bar(streams, options.common, "models");
  Selection selection = select_model(clean.calibration.observations, select);
  if (!selection.recommended) return calibrate_cleaned(observations, solver, outliers);
  clean.calibration = std::move(selection.entries[*selection.recommended].calibration);
  return clean;
}

}  // namespace

CleanCalibration guide_calibration(const ReadObservations& input, const GuideCommandOptions& options,
                                   const Streams& streams) {
  CleanCalibration clean = calibrated_as_asked(input.observations, options, streams);
  note_left_out_corners(clean.left_out, &clean.calibration.warnings);
  add_circumstances(input, clean.calibration);
  return clean;
}

}  // namespace fiducia

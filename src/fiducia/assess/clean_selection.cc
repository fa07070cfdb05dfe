#include "fiducia/assess/clean_selection.h"

#include "fiducia/assess/number_alike.h"
#include "fiducia/core/progress.h"
#include "fiducia/data/same_views.h"

namespace fiducia {

CleanSelection select_cleaned(const std::shared_ptr<const Observations>& observations, SelectOptions options,
                              const OutlierOptions& outliers) {
  options.leave_out = copies_to_leave_out(*observations);
  CalibrateOptions cleaning;
  cleaning.leave_out = options.leave_out;
  cleaning.loss = options.loss;
  cleaning.target_shape = options.target_shape;
  cleaning.threads = options.threads;
  cleaning.progress = uncounted(options.progress);
  const NumberedAlike alike = number_alike(observations, cleaning, outliers);
  CleanCalibration clean = clean_for_any_model(alike.observations, cleaning, outliers);
  Selection selection = select_model(clean.calibration.observations, options);
  return {std::move(clean), std::move(selection)};
}

}  // namespace fiducia

#pragma once

#include <limits>
#include <vector>

#include "fiducia/solve/start/initial_values.h"

namespace fiducia {

/// A calibration of the leading frames.
struct Candidate {
  std::vector<double> before;                                  ///< the parameters that it began with
  std::vector<double> parameters;                              ///< empty: it came to nothing
  double misfit_px = std::numeric_limits<double>::infinity();  ///< mean over the leading frames
  bool converged = false;

  /// Whether it needs no further search.
  [[nodiscard]] bool good() const { return converged && misfit_px < 1; }
};

/// Calibrations of a few leading frames from plain lenses, best first, each in a valley of its own. Empty where no lens
/// explains any of the frames.
[[nodiscard]] std::vector<Candidate> search_candidates(const Model& model, const InitialValueData& data);

}  // namespace fiducia

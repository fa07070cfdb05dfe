#pragma once

#include <vector>

#include "fiducia/data/observations.h"
#include "fiducia/evaluate/covariance.h"
#include "fiducia/evaluate/mapping_error.h"

namespace fiducia {

/// One place of the map.
struct UncertaintyCell {
  Vector2 pixel = Vector2::Zero();
  bool in_domain = false;  ///< whether the model has a ray here; without one there are no numbers
  bool observed = false;   ///< whether a corner was seen in this cell or beside it
  /// The standard deviation sqrt(trace(J Sigma J')) of where a fixed ray is seen, px: with the rotation taken out that
  /// compensates best over the image, and without.
  double sigma_px = 0;
  double sigma_uncompensated_px = 0;
};

struct UncertaintyMap {
  int columns = 0;
  int rows = 0;
  std::vector<UncertaintyCell> cells;  ///< row by row
};

/// How uncertain the mapping is, place by place (docs/method.md 6): sqrt(trace(J Sigma J')), a length in px, not per
/// coordinate. Where no corner was near it is an extrapolation of the model. `seen`: where corners were. options.grid
/// is the grid over which the rotation compensates; the map has columns x rows cells of its own.
[[nodiscard]] UncertaintyMap uncertainty_map(const Camera& camera, const Eigen::MatrixXd& covariance,
                                             const std::vector<Vector2>& seen, int columns = 40, int rows = 30,
                                             const MappingErrorOptions& options = {});

/// A map per covariance, for the work of one: they share everything but the covariance.
[[nodiscard]] std::vector<UncertaintyMap> uncertainty_maps(const Camera& camera,
                                                           const std::vector<Eigen::MatrixXd>& covariances,
                                                           const std::vector<Vector2>& seen, int columns, int rows,
                                                           const MappingErrorOptions& options);

}  // namespace fiducia

#include "apps/fiducia/halves_part.h"

#include "apps/fiducia/interrupt.h"
#include "fiducia/evaluate/halves.h"
#include "fiducia/io/halves_json.h"
#include "fiducia/report/map_grid.h"

namespace fiducia {

Json halves_part(const Calibration& calibration, const MappingErrorOptions& mapping, const CommonOptions& common) {
  HalvesOptions how;
  how.mapping = mapping;
  how.seed = common.seed;
  how.threads = common.threads;
  how.progress = until_interrupted();
  const GridOptions grid = map_grid(calibration.camera->image_size());
  how.columns = (grid.columns + 1) / 2;
  how.rows = (grid.rows + 1) / 2;
  return halves_object(halves_of(calibration, how));
}

}  // namespace fiducia

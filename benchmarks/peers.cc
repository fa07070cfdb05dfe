#include "benchmarks/peers.h"

namespace fiducia::bench {

std::vector<Peer> all_peers() {
  const std::vector<std::string> every = {"opencv4", "radial2"};
  const std::vector<std::string> common = {"opencv4"};  // a model that all of them can express
  return {
      {"fiducia", solve_with_fiducia, every},
      {"ceres", solve_with_ceres, every},
#ifdef FIDUCIA_BENCH_HAVE_MRCAL
      {"mrcal", solve_with_mrcal, common},
#endif
      {"opencv_loose", solve_with_opencv_loose, common, true},
      {"opencv_lu", solve_with_opencv_lu, common, true},
      {"opencv", solve_with_opencv, common, true},
      {"fiducia_from_nothing", solve_with_fiducia_from_nothing, every},
      {"opencv_from_nothing", solve_with_opencv_from_nothing, common, true},
  };
}

}  // namespace fiducia::bench

// What a user's program looks like: simulates a camera, calibrates it, prints what it found.
#include <iostream>

#include "fiducia/simulate/simulate.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/version.h"

int main() {
  const fiducia::Camera truth("radial1", {{"fx", 1500}, {"fy", 1500}, {"cx", 960}, {"cy", 600}, {"k1", -0.1}},
                              {1920, 1200});
  const auto data = fiducia::simulate(truth, fiducia::Target::chessboard(10, 8, 0.05), {.frames = 10, .seed = 1});
  const auto result = fiducia::calibrate(data.observations, {.model = "radial1"});
  std::cout << "fiducia " << fiducia::kVersion << ": " << to_string(result.status);
  if (!result.converged()) return 1;
  std::cout << ", fx = " << result.camera->parameter("fx") << ", rmse = " << result.fit.rmse << " px\n";
  return 0;
}

// A camera model of one's own.
//
// Fiducia needs nothing of a model but its projection, written once for any scalar type. Derivatives come from
// automatic differentiation, the inverse from Newton's method, the edge of the domain from where the image folds.
// The model then goes through the same functions as the built-in ones: here it simulates a calibration session with
// a known camera, and calibrates from what that camera saw.
//
// The model is the division model (Fitzgibbon, CVPR 2001), which vision with wide lenses likes because it is simple to
// undo: a point at r' in the image came from r = r' / (1 + l r'^2), with one parameter l for the whole distortion. To
// project is to solve that for r':
//
//     r' = 2 r / (1 + sqrt(1 - 4 l r^2)),   r = |(x, y)| / z.

#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "fiducia/camera/custom_model.h"
#include "fiducia/core/error.h"
#include "fiducia/simulate/simulate.h"
#include "fiducia/solve/calibrate.h"

namespace {

struct Division {
  // The parameters in their order, and which image coordinate each of them moves. The names are what messages, files
  // and results call them.
  static constexpr std::array<fiducia::ParameterInfo, 5> kParameters = {{{"fx", fiducia::Moves::kU},
                                                                         {"fy", fiducia::Moves::kV},
                                                                         {"cx", fiducia::Moves::kU},
                                                                         {"cy", fiducia::Moves::kV},
                                                                         {"l", fiducia::Moves::kBoth}}};
  static constexpr fiducia::ModelInfo kInfo = {"division", kParameters, "wide lenses",
                                               "r' = 2 r / (1 + sqrt(1 - 4 l r^2))", "Fitzgibbon's division model"};

  // T is double, or a number that carries its derivatives. Two rules make that work: call functions without "std::"
  // (the using-declaration finds the right one), and return false where the formula has no value.
  template <class T>
  static bool project(const T* p, const T& x, const T& y, const T& z, T* uv) {
    using std::sqrt;
    if (!(z > 0.0)) return false;
    const T a = x / z;
    const T b = y / z;
    const T inside = 1.0 - 4.0 * p[4] * (a * a + b * b);
    if (!(inside > 0.0)) return false;  // with l > 0 the image ends there
    const T scale = 2.0 / (1.0 + sqrt(inside));
    uv[0] = p[0] * scale * a + p[2];
    uv[1] = p[1] * scale * b + p[3];
    return true;
  }

  // Where a calibration may begin: a lens without distortion.
  static std::vector<double> initial_parameters(double f, double cx, double cy) { return {f, f, cx, cy, 0}; }
};

int run() {
  // The model has no state. One object is enough; the cameras and calibrations that refer to it share it.
  const auto model = std::make_shared<const fiducia::CustomModel<Division>>();

  // A camera that we know: fx, fy, cx, cy, l.
  const fiducia::Camera truth(model, {620, 621, 645, 473, -0.3}, {1280, 960});

  // What it sees of a chessboard with 10 x 8 inner corners, 5 cm apart, in 25 poses.
  const fiducia::Target board = fiducia::Target::chessboard(10, 8, 0.05);
  fiducia::SimulateOptions scene;
  scene.frames = 25;
  scene.noise_px = 0.05;
  scene.seed = 1;
  const fiducia::Simulation simulation = fiducia::simulate(truth, board, scene);

  // The calibration knows the corners alone, and finds where to begin by itself.
  fiducia::CalibrateOptions options;
  options.model = model;
  const fiducia::Calibration calibration = fiducia::calibrate(simulation.observations, options);
  if (!calibration.converged()) {
    std::fprintf(stderr, "%s: %s\n", std::string(fiducia::to_string(calibration.status)).c_str(),
                 calibration.message.c_str());
    return 4;
  }

  std::printf("%-4s %12s %12s %12s\n", "", "truth", "estimate", "std. dev.");
  for (int i = 0; i < model->size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    std::printf("%-4s %12.5f %12.5f %12.5f\n", std::string(model->info().parameters[at].name).c_str(),
                truth.parameters()[at], calibration.camera->parameters()[at],
                std::sqrt(calibration.covariance_std(i, i)));
  }
  std::printf("RMSE %.4f px over %d coordinates, %zu frames, %d iterations\n", calibration.fit.rmse,
              calibration.fit.n_observations, calibration.frames.size(), calibration.fit.iterations);

  // The camera projects and unprojects like any other; a pixel that no ray reaches has none.
  if (const auto ray = calibration.camera->unproject({100, 80})) {
    std::printf("pixel (100, 80) looks along (%.6f, %.6f, %.6f)\n", ray->x(), ray->y(), ray->z());
  }
  return 0;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const fiducia::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

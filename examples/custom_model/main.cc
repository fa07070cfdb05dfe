// A camera model of one's own.
//
// Fiducia needs nothing of a model but its projection, written once for any scalar type. Derivatives come from
// automatic differentiation, the inverse from Newton's method, the edge of the domain from where the image folds.
// The model then goes through the same functions as the built-in ones: here it simulates a calibration session with
// a known camera, and calibrates from what that camera saw.
//
// The model is the "field of view" model of Devernay and Faugeras (Machine Vision and Applications, 2001), which
// Kalibr calls pinhole/fov: one parameter w for the whole distortion of a wide lens,
//
//     r' = atan(2 r tan(w/2)) / w,   r = |(x, y)| / z.

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

struct FieldOfView {
  // The parameters in their order, and which image coordinate each of them moves. The names are what messages, files
  // and results call them.
  static constexpr std::array<fiducia::ParameterInfo, 5> kParameters = {{{"fx", fiducia::Moves::kU},
                                                                         {"fy", fiducia::Moves::kV},
                                                                         {"cx", fiducia::Moves::kU},
                                                                         {"cy", fiducia::Moves::kV},
                                                                         {"w", fiducia::Moves::kBoth}}};
  static constexpr fiducia::ModelInfo kInfo = {"fov", kParameters, "wide lenses", "r' = atan(2 r tan(w/2)) / w",
                                               "Kalibr pinhole/fov"};

  // T is double, or a number that carries its derivatives. Three rules make that work: call functions without
  // "std::" (the using-declarations find the right one), return false where the formula has no value, and take the
  // limit where a formula is 0/0, as this one is on the optical axis.
  template <class T>
  static bool project(const T* p, const T& x, const T& y, const T& z, T* uv) {
    using std::atan2;
    using std::sqrt;
    using std::tan;
    const T stretch = 2.0 * tan(0.5 * p[4]);
    const T rr = x * x + y * y;
    T scale;
    if (rr > 1e-16 * (z * z)) {
      const T r = sqrt(rr);
      scale = atan2(stretch * r, z) / (p[4] * r);  // atan2: rays beyond 90 degrees project too
    } else {
      if (!(z > 0.0)) return false;  // straight back, or no direction at all
      scale = stretch / (p[4] * z);
    }
    uv[0] = p[0] * scale * x + p[2];
    uv[1] = p[1] * scale * y + p[3];
    return true;
  }

  // Where a calibration may begin: an ordinary lens whose focal length is f on the axis. There r' = r 2 tan(w/2)/w.
  static std::vector<double> initial_parameters(double f, double cx, double cy) {
    const double w = 0.5;
    const double focal = f * w / (2 * std::tan(w / 2));
    return {focal, focal, cx, cy, w};
  }
};

int run() {
  // The model has no state. One object is enough; the cameras and calibrations that refer to it share it.
  const auto model = std::make_shared<const fiducia::CustomModel<FieldOfView>>();

  // A camera that we know: fx, fy, cx, cy, w.
  const fiducia::Camera truth(model, {420, 421, 645, 473, 0.92}, {1280, 960});

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

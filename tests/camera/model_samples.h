#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/model_list.h"
#include "fiducia/camera/registry.h"
#include "fiducia/camera/static_model.h"
#include "fiducia/core/random.h"

/// What the laws are tried on: cameras of every model of the registry, and rays for them.
namespace fiducia::samples {

inline constexpr ImageSize kImageSize = {1280, 960};

struct Sample {
  std::string lens;  ///< what is special about it; it names the failures
  std::vector<double> theta;
};

/// Parameter sets of the model: none, mild and strong distortion, and the corners of its parameter space. A model
/// that is new in the registry fails here until it has some.
[[nodiscard]] const std::vector<Sample>& of(std::string_view model);

/// The unit ray at angle `theta` from the optical axis, in the direction `phi` of the image.
inline Vector3 ray(double theta, double phi) {
  return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
}

/// Random points, at distances from a centimetre to a kilometre, that the formula has a value for: all over the
/// field (beyond 90 degrees where the model goes there), and some very close to the optical axis.
[[nodiscard]] std::vector<Vector3> computable_points(const Model& model, const std::vector<double>& theta, int count);

/// The angle from the axis at which a walk in the direction phi first leaves the camera's domain (to 1e-13), pi
/// where it does not.
[[nodiscard]] double domain_edge(const Camera& camera, double phi);

template <class List>
struct AsTypes;
template <class... M>
struct AsTypes<std::tuple<M...>> {
  using Types = ::testing::Types<M...>;
};
using ModelTypes = AsTypes<ModelList>::Types;

/// Names the typed tests by their models.
struct ModelName {
  template <class M>
  static std::string GetName(int /*index*/) {
    return std::string(M::kInfo.name);
  }
};

/// Calls law(camera) for every sample of the model M, with the sample named in failures.
template <class M, class Law>
void for_each_camera(const Law& law) {
  const std::shared_ptr<const Model> model = make_model(M::kInfo.name);
  for (const Sample& sample : of(M::kInfo.name)) {
    SCOPED_TRACE(std::string(M::kInfo.name) + ", " + sample.lens);
    law(Camera(model, sample.theta, kImageSize));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace fiducia::samples

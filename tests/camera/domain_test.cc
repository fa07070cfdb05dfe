// The domain is what it says: where the formula has a value and, on the way there from the optical axis, the image
// never stopped growing. Checked against a scan that knows nothing of limits, roots and closed forms.

#include <gtest/gtest.h>

#include "model_samples.h"

namespace fiducia {
namespace {

constexpr int kSteps = 6000;
constexpr double kStep = std::numbers::pi / kSteps;

/// The same lens with everything centred: without tangential and prism terms.
std::vector<double> radial_part(const Camera& camera) {
  std::vector<double> theta = camera.parameters();
  for (const char* name : {"p1", "p2", "s1", "s2", "s3", "s4", "tilt_x", "tilt_y"}) {
    const int index = camera.model().index_of(name);
    if (index >= 0) theta[static_cast<std::size_t>(index)] = 0;
  }
  return theta;
}

/// A pixel as seen from the principal point, in focal lengths.
Vector2 normalized(const Camera& camera, const Vector2& u) {
  const bool one_f = camera.model().index_of("f") >= 0;
  return {(u.x() - camera.parameter("cx")) / camera.parameter(one_f ? "f" : "fx"),
          (u.y() - camera.parameter("cy")) / camera.parameter(one_f ? "f" : "fy")};
}

/// By scanning: the angle at which the distance from the principal point stops growing in the direction phi, or
/// the formula its service.
double growing_edge(const Camera& camera, double phi) {
  double radius = 0;
  for (int i = 1; i < kSteps; ++i) {
    const Vector3 x = samples::ray(i * kStep, phi);
    if (!camera.model().computable(camera.parameters().data(), x)) return i * kStep;
    const double next = normalized(camera, camera.model().project(camera.parameters().data(), x)).norm();
    if (!(next > radius)) return i * kStep;
    radius = next;
  }
  return std::numbers::pi;
}

/// By scanning: the angle at which a small triangle around the ray first turns over, which is how a mapping folds
/// that is not radial.
double orientation_edge(const Camera& camera, double phi) {
  const double h = 1e-5;
  for (int i = 1; i < kSteps; ++i) {
    const double t = i * kStep;
    const Vector3 corners[3] = {samples::ray(t, phi), samples::ray(t + h, phi),
                                samples::ray(t, phi) + h * Vector3(-std::sin(phi), std::cos(phi), 0)};
    Vector2 u[3];
    for (int c = 0; c < 3; ++c) {
      if (!camera.model().computable(camera.parameters().data(), corners[c])) return t;
      u[c] = normalized(camera, camera.model().project(camera.parameters().data(), corners[c]));
    }
    const Vector2 outward = u[1] - u[0];
    const Vector2 around = u[2] - u[0];
    if (!(outward.x() * around.y() - outward.y() * around.x() > 0)) return t;
  }
  return std::numbers::pi;
}

double scanned_edge(const Camera& camera, double phi) {
  const Camera radial(camera.shared_model(), radial_part(camera), camera.image_size());
  // A tilted axis takes the fold of the radial part along.
  const bool tilted = camera.model().index_of("tilt_x") >= 0 && radial.parameters() != camera.parameters();
  const double edge = tilted ? std::numbers::pi : growing_edge(radial, phi);
  return radial.parameters() == camera.parameters() ? edge : std::min(edge, orientation_edge(camera, phi));
}

void expect_domain_is_what_the_scan_finds(const Camera& camera, double phi) {
  const double edge = scanned_edge(camera, phi);
  for (int i = 1; i < kSteps; ++i) {
    const double t = i * kStep;
    if (std::abs(t - edge) < 2 * kStep) continue;
    ASSERT_EQ(camera.in_domain(samples::ray(t, phi)), t < edge)
        << t << " rad from the axis in direction " << phi << "; the scan finds the edge at " << edge;
  }
}

template <class M>
class Domain : public testing::Test {};
TYPED_TEST_SUITE(Domain, samples::ModelTypes, samples::ModelName);

TYPED_TEST(Domain, EndsWhereTheImageStopsGrowing) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    for (const double phi : {0.1, 1.3, 2.9, 4.8}) expect_domain_is_what_the_scan_finds(camera, phi);
  });
}

/// Parameters that no lens has but that an optimiser may pass through.
TYPED_TEST(Domain, EndsWhereTheImageStopsGrowingForAnyParameters) {
  const std::shared_ptr<const Model> model = make_model(TypeParam::kInfo.name);
  RandomStream random(3);
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<double> theta = model->initial_parameters(500, 640, 480);
    for (int i = 0; i < model->size(); ++i) {
      const std::string_view name = model->info().parameters[static_cast<std::size_t>(i)].name;
      double& value = theta[static_cast<std::size_t>(i)];
      if (name == "xi" || name == "alpha" || name == "beta") value = random.uniform(-1.5, 2.5);
      if (name[0] == 'w') value = random.uniform(-2.5, 2.5);
      if (name[0] == 'k' || name[0] == 'r') value = random.uniform(-0.3, 0.3);
      if (name[0] == 'p' || name[0] == 's' || name[0] == 't') value = random.uniform(-0.1, 0.1);
    }
    std::string text;
    for (const double value : theta) text += std::to_string(value) + " ";
    SCOPED_TRACE(text);
    const Camera camera(model, theta, samples::kImageSize);
    if (!camera.in_domain({0, 0, 1})) {  // xi <= -1: not even the axis projects, and so nothing may
      for (int i = 0; i < kSteps; ++i) ASSERT_FALSE(camera.in_domain(samples::ray(i * kStep, 0.4)));
      continue;
    }
    expect_domain_is_what_the_scan_finds(camera, random.uniform(0, 6.28));
    // Wherever a pixel has a ray, it is the right one.
    for (int i = 0; i < 200; ++i) {
      const Vector2 u{random.uniform(-500, 1780), random.uniform(-500, 1460)};
      const auto ray = camera.unproject(u);
      if (!ray) continue;
      const auto back = camera.project(*ray);
      ASSERT_TRUE(back.has_value()) << u.transpose();
      ASSERT_LT((*back - u).norm(), 1e-8) << u.transpose();
    }
  }
}

/// Just inside the edge a ray projects, just outside it does not; and the pixels beyond the fold have no ray.
TYPED_TEST(Domain, BeyondTheEdgeThereIsNothing) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    if (radial_part(camera) != camera.parameters()) return;  // the outline is a circle for radial lenses alone
    const double phi = 0.7;
    const double edge = samples::domain_edge(camera, phi);
    EXPECT_TRUE(camera.project(samples::ray(edge - 1e-9, phi)).has_value());
    EXPECT_FALSE(camera.project(samples::ray(std::min(edge + 1e-9, std::numbers::pi), phi)).has_value());
    const Vector2 rim = *camera.project(samples::ray(edge - 1e-12, phi));
    if (normalized(camera, rim).norm() > 1e3) return;  // the image plane has no end
    const Vector2 centre(camera.parameter("cx"), camera.parameter("cy"));
    const Vector2 to_rim = rim - centre;
    EXPECT_TRUE(camera.unproject(centre + 0.99999 * to_rim).has_value());
    for (const double beyond : {1.00001, 1.01, 1.1, 1.5, 2.0, 5.0, 100.0}) {
      EXPECT_FALSE(camera.unproject(centre + beyond * to_rim).has_value()) << beyond << " times the rim's radius";
    }
  });
}

TYPED_TEST(Domain, StraightBackIsNeverInIt) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    EXPECT_FALSE(camera.project({0, 0, -1}).has_value());
    EXPECT_FALSE(camera.project({0, 0, -1e-9}).has_value());
  });
}

// The same with numbers that a reader can check.

TEST(DomainNumbers, Radial2FoldsAtTheRootOfItsSlope) {
  // r (1 + k1 r^2) grows until 1 + 3 k1 r^2 = 0.
  const Camera camera("radial2", {{"fx", 500}, {"fy", 500}, {"cx", 640}, {"cy", 480}, {"k1", -0.3}, {"k2", 0}}, {});
  const double fold = std::sqrt(1 / 0.9);
  EXPECT_TRUE(camera.project({fold - 1e-9, 0, 1}).has_value());
  EXPECT_FALSE(camera.project({fold + 1e-9, 0, 1}).has_value());
  const double rim = 500 * fold * (1 - 0.3 * fold * fold);
  EXPECT_TRUE(camera.unproject({640 + rim - 1e-6, 480}).has_value());
  EXPECT_FALSE(camera.unproject({640 + rim + 1e-6, 480}).has_value());
}

TEST(DomainNumbers, BehindThePinholeFamilyThereIsNothing) {
  for (const char* name : {"pinhole", "radial1", "radial2", "radial3", "opencv4", "opencv5", "opencv8", "opencv12"}) {
    const std::shared_ptr<const Model> model = make_model(name);
    const Camera camera(model, model->initial_parameters(500, 640, 480), samples::kImageSize);
    EXPECT_FALSE(camera.project({0.1, 0.2, -1}).has_value()) << name;
    EXPECT_FALSE(camera.project({0.1, 0.2, 0}).has_value()) << name;
  }
}

TEST(DomainNumbers, AFisheyeSeesBehindItself) {
  const std::shared_ptr<const Model> model = make_model("fisheye");
  const Camera camera(model, model->initial_parameters(300, 640, 480), samples::kImageSize);
  const double t = 95 * std::numbers::pi / 180;
  const auto u = camera.project(samples::ray(t, 0));
  ASSERT_TRUE(u.has_value());
  EXPECT_NEAR(u->x(), 640 + 300 * t, 1e-9);
  EXPECT_NEAR(u->y(), 480, 1e-9);
}

TEST(DomainNumbers, WideModelsCarry190Degrees) {
  struct {
    const char* model;
    std::vector<double> theta;
  } const cases[] = {{"fisheye", {300, 300, 640, 480, 0.01, -0.002, 0, 0}},
                     {"double_sphere", {230, 231, 640, 480, -0.2, 0.58}},
                     {"eucm", {330, 331, 640, 480, 0.62, 1.1}},
                     {"mei", {700, 702, 640, 480, 1.2, -0.02, 0.001, 0, 0}}};
  for (const auto& [name, theta] : cases) {
    const Camera camera(make_model(name), theta, samples::kImageSize);
    const Vector3 x = samples::ray(95 * std::numbers::pi / 180, 2.2);
    const auto u = camera.project(x);
    ASSERT_TRUE(u.has_value()) << name;
    const auto back = camera.unproject(*u);
    ASSERT_TRUE(back.has_value()) << name;
    EXPECT_LT((*back - x).norm(), 1e-12) << name;
  }
}

/// b + 3 p1 b^2 on the line a = 0 folds at b = -1/(6 p1); beyond b = -1/(2 p1) the mapping preserves orientation again,
/// on its head, and still must not count.
TEST(DomainNumbers, WhatFoldedTwiceIsNotInTheDomain) {
  const std::shared_ptr<const Model> model = make_model("opencv4");
  const Camera camera(model, {500, 500, 640, 480, 0, 0, 0.1, 0}, samples::kImageSize);
  const double fold = 1 / 0.6;
  EXPECT_TRUE(camera.in_domain({0, -fold + 1e-6, 1}));
  for (const double b : {fold + 1e-6, 2.0, 4.9, 5.1, 50.0, 5e4}) EXPECT_FALSE(camera.in_domain({0, -b, 1})) << b;
  EXPECT_TRUE(camera.in_domain({0, 5.1, 1}));
}

}  // namespace
}  // namespace fiducia

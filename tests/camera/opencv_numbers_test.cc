// Numbers of another implementation. They were computed with OpenCV 4.6.0: cv::projectPoints and
// cv::fisheye::projectPoints, rotation and translation zero, double precision, printed with 17 digits.

#include <gtest/gtest.h>

#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/registry.h"

namespace fiducia {
namespace {

struct Projected {
  Vector3 point;
  Vector2 pixel;
};

void expect_projections(const char* model, const std::vector<double>& theta, const std::vector<Projected>& expected) {
  const Camera camera(make_model(model), theta, {1280, 960});
  for (const Projected& one : expected) {
    const auto u = camera.project(one.point);
    ASSERT_TRUE(u.has_value()) << model << ", point " << one.point.transpose();
    EXPECT_LT((*u - one.pixel).norm(), 1e-11) << model << ", point " << one.point.transpose();
  }
}

std::vector<double> brown_conrady(std::size_t coefficients) {
  const std::vector<double> all = {-0.31, 0.12,   0.0011, -0.0007, -0.021,  0.04,
                                   0.013, -0.002, 0.0015, -0.0004, -0.0009, 0.0003};
  std::vector<double> theta = {812.5, 808.75, 651.25, 473.5};
  theta.insert(theta.end(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(coefficients));
  return theta;
}

TEST(OpenCvNumbers, FourCoefficients) {
  expect_projections("opencv4", brown_conrady(4),
                     {{{0, 0, 1}, {651.25, 473.5}},
                      {{0.3, -0.2, 1.0}, {885.38763749999998, 318.19525225000001}},
                      {{-0.7, 0.45, 1.1}, {204.36332022736596, 759.75922497007934}},
                      {{0.05, 0.9, 1.3}, {678.48179548816563, 966.73684798873455}},
                      {{-1.2, -0.8, 1.6}, {146.65576171874994, 139.68591015625}}});
}

TEST(OpenCvNumbers, FiveCoefficients) {
  expect_projections("opencv5", brown_conrady(5),
                     {{{0.3, -0.2, 1.0}, {885.37639160624997, 318.20271490975}},
                      {{-0.7, 0.45, 1.1}, {206.39872712298421, 758.45678822797106}},
                      {{0.05, 0.9, 1.3}, {678.4088700056185, 965.43024772758849}},
                      {{-1.2, -0.8, 1.6}, {153.51971054077151, 144.24075619506837}}});
}

TEST(OpenCvNumbers, EightCoefficients) {
  expect_projections("opencv8", brown_conrady(8),
                     {{{0.3, -0.2, 1.0}, {884.11382714820365, 319.04053973473043}},
                      {{-0.7, 0.45, 1.1}, {217.9666862797061, 751.05456557197192}},
                      {{0.05, 0.9, 1.3}, {677.81898956683267, 954.86140528128249}},
                      {{-1.2, -0.8, 1.6}, {172.65084715399274, 156.93598223481618}}});
}

TEST(OpenCvNumbers, TwelveCoefficients) {
  expect_projections("opencv12", brown_conrady(12),
                     {{{0.3, -0.2, 1.0}, {884.2667721482037, 318.95001634723042}},
                      {{-0.7, 0.45, 1.1}, {218.5577424319498, 750.71746269360381}},
                      {{0.05, 0.9, 1.3}, {678.32980687452505, 954.56754549023219}},
                      {{-1.2, -0.8, 1.6}, {173.42653074774279, 156.50475420747244}}});
}

TEST(OpenCvNumbers, Fisheye) {
  expect_projections("fisheye", {381.5, 379.25, 651.25, 473.5, 0.021, -0.013, 0.0042, -0.0011},
                     {{{0.3, -0.2, 1.0}, {761.35122294396433, 400.53208597379034}},
                      {{-0.7, 0.45, 1.1}, {441.99781832792229, 607.22589572967968}},
                      {{0.05, 2.9, 1.3}, {658.89544944174554, 914.32078281875908}},
                      {{-3.2, -2.8, 0.6}, {238.36056950001299, 114.35248505247687}}});
}

}  // namespace
}  // namespace fiducia

#include "model_samples.h"

#include <map>
#include <stdexcept>

namespace fiducia::samples {
namespace {

constexpr double kCx = 652.25;
constexpr double kCy = 471.5;

/// A lens: focal lengths, the principal point, then what the model has besides.
std::vector<double> lens(double fx, double fy, const std::vector<double>& shape) {
  std::vector<double> theta = {fx, fy, kCx, kCy};
  theta.insert(theta.end(), shape.begin(), shape.end());
  return theta;
}

const std::map<std::string_view, std::vector<Sample>>& table() {
  static const std::map<std::string_view, std::vector<Sample>> samples = {
      {"pinhole", {{"normal", {900, kCx, kCy}}, {"wide", {300, kCx, kCy}}, {"long", {9000, kCx, kCy}}}},
      {"radial1",
       {{"no distortion", lens(900, 895, {0})},
        {"barrel, folds within the image", lens(560, 565, {-0.3})},
        {"pincushion", lens(900, 895, {0.15})}}},
      {"radial2",
       {{"no distortion", lens(900, 895, {0, 0})},
        {"mild barrel", lens(900, 895, {-0.12, 0.03})},
        {"strong barrel, never folds", lens(520, 523, {-0.3, 0.12})},
        {"barrel, folds within the image", lens(420, 425, {-0.35, 0.08})},
        {"pincushion that folds", lens(700, 705, {0.2, -0.15})},
        {"folds and unfolds", lens(400, 400, {-0.4, 0.07})}}},
      {"radial3",
       {{"no distortion", lens(900, 895, {0, 0, 0})},
        {"mild barrel", lens(900, 895, {-0.12, 0.03, -0.004})},
        {"strong barrel", lens(520, 523, {-0.35, 0.2, -0.06})},
        {"last coefficient alone", lens(600, 600, {0, 0, -0.05})}}},
      {"opencv4",
       {{"no distortion", lens(900, 895, {0, 0, 0, 0})},
        {"mild", lens(900, 895, {-0.12, 0.03, 0.001, -0.0008})},
        {"strong, folds within the image", lens(420, 425, {-0.35, 0.08, 0.012, -0.017})},
        {"tangential alone", lens(700, 690, {0, 0, 0.05, 0.02})}}},
      {"opencv5",
       {{"no distortion", lens(900, 895, {0, 0, 0, 0, 0})},
        {"mild", lens(900, 895, {-0.12, 0.03, 0.001, -0.0008, -0.004})},
        {"strong", lens(520, 523, {-0.35, 0.2, -0.004, 0.006, -0.06})}}},
      {"opencv8",
       {{"no distortion", lens(900, 895, {0, 0, 0, 0, 0, 0, 0, 0})},
        {"mild", lens(800, 805, {0.4, 0.1, 0.001, -0.0008, 0.005, 0.6, 0.2, 0.02})},
        {"wide", lens(330, 332, {5.1, 2.4, 0.0004, -0.0003, 0.09, 5.45, 4.1, 0.55})},
        {"denominator with a pole", lens(700, 705, {-0.1, 0.02, 0.001, 0.002, 0, -0.4, 0, 0})},
        {"rational fold", lens(500, 505, {-0.2, 0, 0.002, -0.001, 0, 0.1, 0.3, 0.1})}}},
      {"opencv12",
       {{"no distortion", lens(900, 895, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
        {"mild", lens(800, 805, {0.4, 0.1, 0.001, -0.0008, 0.005, 0.6, 0.2, 0.02, 0.002, -0.0004, -0.001, 0.0003})},
        {"strong", lens(420, 425, {-0.2, 0.05, 0.005, -0.004, 0, 0.1, 0.02, 0, 0.02, -0.003, -0.015, 0.002})},
        {"prism alone", lens(700, 690, {0, 0, 0, 0, 0, 0, 0, 0, 0.03, 0, -0.02, 0})}}},
      {"fisheye",
       {{"equidistant", lens(380, 381, {0, 0, 0, 0})},
        {"mild", lens(380, 381, {-0.02, 0.005, -0.001, 0.0002})},
        {"strong, folds beyond 90 degrees", lens(340, 338, {0.05, -0.03, 0.01, -0.004})},
        {"folds before 90 degrees", lens(380, 381, {-0.15, 0, 0, 0})},
        {"grows to the very back", lens(200, 201, {0.02, 0.001, 0, 0})}}},
      {"double_sphere",
       {{"plain", lens(380, 381, {0, 0.5})},
        {"fisheye, 190 degrees and more", lens(230, 231, {-0.2, 0.58})},
        {"alpha below a half", lens(500, 502, {0.1, 0.4})},
        {"alpha 0: a sphere alone", lens(600, 602, {0.6, 0})},
        {"alpha 1", lens(500, 502, {0.2, 1})},
        {"xi beyond 1", lens(900, 905, {1.4, 0.3})},
        {"xi beyond 1, second fold first", lens(900, 905, {1.2, 0.9})},
        {"xi 1", lens(700, 702, {1, 0.55})},
        {"alpha beyond 1", lens(700, 702, {0.1, 1.3})},
        {"alpha negative", lens(500, 502, {0.3, -0.25})},
        {"xi close to -1", lens(160, 161, {-0.8, 0.6})}}},
      {"eucm",
       {{"plain", lens(380, 381, {0.5, 1})},
        {"fisheye", lens(330, 331, {0.62, 1.1})},
        {"alpha below a half", lens(500, 502, {0.35, 0.8})},
        {"alpha 0: a pinhole", lens(600, 602, {0, 1})},
        {"alpha 1", lens(500, 502, {1, 1.2})},
        {"alpha beyond 1", lens(700, 702, {1.3, 0.9})},
        {"alpha negative", lens(500, 502, {-0.3, 1})},
        {"beta 0: a pinhole", lens(500, 502, {0.6, 0})},
        {"beta negative", lens(500, 502, {0.4, -0.4})},
        {"both negative, folds", lens(500, 502, {-0.6, -0.5})},
        {"beta negative, alpha beyond 1", lens(500, 502, {1.8, -0.5})}}},
      {"mei",
       {{"plain", lens(760, 762, {1, 0, 0, 0, 0})},
        {"fisheye, 190 degrees and more", lens(700, 702, {1.2, -0.05, 0.01, 0.0005, -0.0004})},
        {"mirror, xi beyond 1", lens(1400, 1405, {1.9, -0.2, 0.05, 0.001, 0.0007})},
        {"xi below 1", lens(500, 502, {0.7, 0.02, -0.001, 0.0003, 0.0002})},
        {"xi negative", lens(500, 502, {-0.3, -0.01, 0.002, 0, 0})},
        {"the distortion folds before the sphere", lens(900, 905, {0.9, -0.4, 0, 0.002, 0.001})}}},
      {"fov",
       {{"usual", lens(500, 502, {0.92})},
        {"nearly a pinhole", lens(900, 895, {0.05})},
        {"a pinhole", lens(900, 895, {0})},
        {"strong", lens(330, 331, {1.6})},
        {"negative, which is the same", lens(500, 502, {-0.92})}}},
      {"cahvor",
       {{"no distortion", lens(900, 895, {0, 0, 0, 0, 0})},
        {"about the axis", lens(900, 895, {0, 0, 0.02, -0.12, 0.03})},
        {"tilted", lens(800, 805, {0.02, -0.03, -0.1, 0.05, -0.01})},
        {"tilted, folds within the image", lens(420, 425, {-0.05, 0.02, 0, -0.35, 0.02})},
        {"tilted, pincushion", lens(900, 895, {0.1, 0.05, 0.01, 0.15, 0.02})}}}};
  return samples;
}

}  // namespace

const std::vector<Sample>& of(std::string_view model) {
  const auto found = table().find(model);
  if (found == table().end()) {
    throw std::logic_error("model '" + std::string(model) + "' has no samples in tests/camera/model_samples.cc");
  }
  return found->second;
}

std::vector<Vector3> computable_points(const Model& model, const std::vector<double>& theta, int count) {
  RandomStream random(7);
  std::vector<Vector3> points;
  for (int draws = 0; static_cast<int>(points.size()) < count; ++draws) {
    if (draws > 100 * count) throw std::logic_error("hardly any point is computable");
    const double angle = draws % 5 == 0 ? std::pow(10, random.uniform(-12, -3)) : random.uniform(0, 2.4);
    const double distance = std::pow(10, random.uniform(-2, 3));
    const Vector3 x = distance * ray(angle, random.uniform(0, 2 * std::numbers::pi));
    if (!model.computable(theta.data(), x)) continue;
    if (model.project(theta.data(), x).norm() > 1e5) continue;  // on the brink, where any formula is noise
    points.push_back(x);
  }
  return points;
}

double domain_edge(const Camera& camera, double phi) {
  constexpr int kSteps = 2000;
  double inside = 0;
  for (int i = 1; i <= kSteps; ++i) {
    double outside = std::numbers::pi * i / kSteps;
    if (camera.in_domain(ray(outside, phi))) {
      inside = outside;
      continue;
    }
    while (outside - inside > 1e-13) {
      const double middle = 0.5 * (inside + outside);
      (camera.in_domain(ray(middle, phi)) ? inside : outside) = middle;
    }
    return outside;
  }
  return std::numbers::pi;
}

}  // namespace fiducia::samples

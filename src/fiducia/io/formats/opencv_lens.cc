#include "fiducia/io/formats/opencv_lens.h"

#include <algorithm>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr std::size_t kMostCoefficients = 12;

/// Where OpenCV has a coefficient of that name; no such place: kMostCoefficients.
std::size_t place_of(std::string_view coefficient) {
  constexpr std::string_view kOrder[kMostCoefficients] = {"k1", "k2", "p1", "p2", "k3", "k4",
                                                          "k5", "k6", "s1", "s2", "s3", "s4"};
  return static_cast<std::size_t>(std::find(std::begin(kOrder), std::end(kOrder), coefficient) - std::begin(kOrder));
}

std::string_view brown_model(std::size_t coefficients, bool one_focal_length) {
  switch (coefficients) {
    case 0: return one_focal_length ? "pinhole" : "radial1";
    case 4: return "opencv4";
    case 5: return "opencv5";
    case 8: return "opencv8";
    case 12: return "opencv12";
    default: return {};
  }
}

}  // namespace

bool OpenCvLens::uses_only(std::size_t count) const {
  return std::all_of(coefficients.begin() + static_cast<std::ptrdiff_t>(std::min(count, coefficients.size())),
                     coefficients.end(), [](double value) { return value == 0; });
}

std::vector<double> OpenCvLens::padded(std::size_t count) const {
  std::vector<double> result = coefficients;
  result.resize(count, 0);
  return result;
}

std::optional<OpenCvLens> opencv_lens(const Camera& camera) {
  const std::string_view model = camera.model().info().name;
  OpenCvLens lens;
  if (model == "pinhole") {
    lens.fx = lens.fy = camera.parameter("f");
    lens.cx = camera.parameter("cx");
    lens.cy = camera.parameter("cy");
    return lens;
  }
  lens.fisheye = model == "fisheye";
  if (!lens.fisheye && !model.starts_with("radial") && !model.starts_with("opencv")) return std::nullopt;
  const std::vector<double>& theta = camera.parameters();
  lens.fx = theta[0];
  lens.fy = theta[1];
  lens.cx = theta[2];
  lens.cy = theta[3];
  if (lens.fisheye) {
    lens.coefficients.assign(theta.begin() + 4, theta.end());
    return lens;
  }
  lens.coefficients.assign(kMostCoefficients, 0);
  std::size_t used = 0;
  for (std::size_t i = 4; i < theta.size(); ++i) {
    const std::size_t place = place_of(camera.model().info().parameters[i].name);
    if (place == kMostCoefficients) return std::nullopt;
    lens.coefficients[place] = theta[i];
    used = std::max(used, place + 1);
  }
  constexpr std::size_t kLengths[] = {4, 5, 8, 12};
  lens.coefficients.resize(*std::lower_bound(std::begin(kLengths), std::end(kLengths), used));
  return lens;
}

OpenCvLens require_opencv_lens(const Camera& camera, const std::string& format) {
  const std::optional<OpenCvLens> lens = opencv_lens(camera);
  if (!lens) refuse_to_express(camera, format, "pinhole, radial1 to radial3, opencv4 to opencv12 and fisheye");
  return *lens;
}

Camera camera_with(const OpenCvLens& lens, ImageSize image_size) {
  const auto refuse = [](const std::string& message) { throw Error(ErrorCode::kBadData, message); };
  if (!(lens.fx > 0) || !(lens.fy > 0)) refuse("focal lengths must be above 0");
  std::vector<double> theta = {lens.fx, lens.fy, lens.cx, lens.cy};
  std::vector<double> coefficients = lens.coefficients;
  if (lens.fisheye) {
    if (coefficients.size() != 4) {
      refuse("OpenCV's fisheye model has 4 coefficients, not " + std::to_string(coefficients.size()));
    }
    theta.insert(theta.end(), coefficients.begin(), coefficients.end());
    return {make_model("fisheye"), theta, image_size};
  }
  if (coefficients.size() == 14) {
    if (!lens.uses_only(kMostCoefficients)) {
      refuse(
          "taux and tauy are not 0: a tilted sensor (CALIB_TILTED_MODEL) is not modelled; calibrate without that flag");
    }
    coefficients.resize(kMostCoefficients);
  }
  const bool one_focal_length = lens.fx == lens.fy;
  const std::string_view name = brown_model(coefficients.size(), one_focal_length);
  if (name.empty()) {
    refuse("OpenCV's model has 0, 4, 5, 8, 12 or 14 coefficients, not " + std::to_string(coefficients.size()));
  }
  if (name == "pinhole") return {make_model("pinhole"), {lens.fx, lens.cx, lens.cy}, image_size};
  if (coefficients.empty()) coefficients.push_back(0);  // radial1 without distortion has both focal lengths
  theta.insert(theta.end(), coefficients.begin(), coefficients.end());
  return {make_model(name), theta, image_size};
}

void refuse_to_express(const Camera& camera, const std::string& format, const std::string& possible) {
  throw Error(ErrorCode::kBadOption, "model " + std::string(camera.model().info().name) + " cannot be written as " +
                                         format + ", which has " + possible +
                                         "; convert to one of them with --model, or choose another format with --to");
}

}  // namespace fiducia

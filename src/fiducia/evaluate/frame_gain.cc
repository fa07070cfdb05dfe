#include "fiducia/evaluate/frame_gain.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fiducia {

std::vector<double> squares_by_frame(const Calibration& calibration) {
  std::vector<double> squares;
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    const std::span<const double> r = calibration.residuals.frame(j);
    squares.push_back(calibration.frames[j].weight * std::inner_product(r.begin(), r.end(), r.begin(), 0.0));
  }
  return squares;
}

double gain_by_frame(const std::vector<double>& lean, const std::vector<double>& rich, double variance,
                     double penalty) {
  const auto frames = static_cast<double>(lean.size());
  double mean = 0;
  double square = 0;
  for (std::size_t j = 0; j < lean.size(); ++j) {
    const double gain = (lean[j] - rich[j]) / variance - penalty / frames;
    mean += gain / frames;
    square += gain * gain / frames;
  }
  const double deviation = std::sqrt(std::max(0.0, square - mean * mean) / frames);
  return deviation > 0 ? mean / deviation : 0;
}

}  // namespace fiducia

#include "fiducia/detect/saddle_points.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>

namespace fiducia {
namespace {

constexpr double kSmoothing_px = 1.5;
constexpr int kApart_px = 3;   // of two saddles, at least
constexpr int kMargin_px = 6;  // the ring, and what the smoothing makes of the border

/// The negative determinant of the Hessian at every pixel.
cv::Mat saddle_strength(const cv::Mat& smooth) {
  cv::Mat strength(smooth.size(), CV_32F, cv::Scalar(0));
  for (int row = 1; row + 1 < smooth.rows; ++row) {
    const float* above = smooth.ptr<float>(row - 1);
    const float* here = smooth.ptr<float>(row);
    const float* below = smooth.ptr<float>(row + 1);
    auto* out = strength.ptr<float>(row);
    for (int column = 1; column + 1 < smooth.cols; ++column) {
      const float xx = here[column + 1] - 2 * here[column] + here[column - 1];
      const float yy = below[column] - 2 * here[column] + above[column];
      const float xy = 0.25F * (below[column + 1] - below[column - 1] - above[column + 1] + above[column - 1]);
      out[column] = xy * xy - xx * yy;
    }
  }
  return strength;
}

struct Peak {
  int column, row;
  float strength;
};

std::vector<Peak> peaks_of(const cv::Mat& strength) {
  constexpr float kLeast = 1;  // grey levels^2 per px^4; squares of a contrast of 10 grey levels have more
  std::vector<Peak> peaks;
  for (int row = kMargin_px; row < strength.rows - kMargin_px; ++row) {
    const auto* here = strength.ptr<float>(row);
    const auto* above = strength.ptr<float>(row - 1);
    const auto* below = strength.ptr<float>(row + 1);
    for (int column = kMargin_px; column < strength.cols - kMargin_px; ++column) {
      const float value = here[column];
      if (value < kLeast || value < here[column - 1] || value < here[column + 1] || value < above[column] ||
          value < below[column]) {
        continue;
      }
      bool is_peak = true;
      for (int dr = -kApart_px; dr <= kApart_px && is_peak; ++dr) {
        const auto* line = strength.ptr<float>(row + dr);
        for (int dc = -kApart_px; dc <= kApart_px; ++dc) {
          // Of equal ones the first counts.
          const bool earlier = dr < 0 || (dr == 0 && dc < 0);
          if (line[column + dc] > value || (earlier && line[column + dc] == value)) {
            is_peak = false;
            break;
          }
        }
      }
      if (is_peak) peaks.push_back({column, row, value});
    }
  }
  return peaks;
}

float bilinear(const cv::Mat& smooth, double x, double y) {
  const int column = static_cast<int>(x);
  const int row = static_cast<int>(y);
  const auto a = static_cast<float>(x - column);
  const auto b = static_cast<float>(y - row);
  const float* upper = smooth.ptr<float>(row) + column;
  const float* lower = smooth.ptr<float>(row + 1) + column;
  return (1 - b) * ((1 - a) * upper[0] + a * upper[1]) + b * ((1 - a) * lower[0] + a * lower[1]);
}

/// Four sectors, opposite ones alike: a line, a corner of a single square or a blob is no such thing.
bool ring_alternates(const cv::Mat& smooth, const Vector2& centre) {
  constexpr int kHalf = 8;  // samples of half a ring
  constexpr double kRadius_px = 3.5;
  static const std::array<Vector2, kHalf> kDirections = [] {
    std::array<Vector2, kHalf> all;
    for (int i = 0; i < kHalf; ++i)
      all[static_cast<std::size_t>(i)] = {std::cos(M_PI * i / kHalf), std::sin(M_PI * i / kHalf)};
    return all;
  }();
  std::array<float, kHalf> mean{};
  float asymmetry = 0;
  for (std::size_t i = 0; i < kHalf; ++i) {
    const Vector2 there = centre + kRadius_px * kDirections[i];
    const Vector2 opposite = centre - kRadius_px * kDirections[i];
    const float a = bilinear(smooth, there.x(), there.y());
    const float b = bilinear(smooth, opposite.x(), opposite.y());
    mean[i] = 0.5F * (a + b);
    asymmetry = std::max(asymmetry, std::abs(a - b));
  }
  const auto [least, most] = std::minmax_element(mean.begin(), mean.end());
  const float middle = 0.5F * (*least + *most);
  int changes = 0;
  for (std::size_t i = 0; i < kHalf; ++i) changes += (mean[i] > middle) != (mean[(i + 1) % kHalf] > middle) ? 1 : 0;
  return changes == 2 && asymmetry < 0.8F * (*most - *least);
}

std::optional<SaddlePoint> saddle_at(const cv::Mat& smooth, const Peak& peak) {
  const auto value = [&](int dc, int dr) {
    return static_cast<double>(smooth.at<float>(peak.row + dr, peak.column + dc));
  };
  const double xx = value(1, 0) - 2 * value(0, 0) + value(-1, 0);
  const double yy = value(0, 1) - 2 * value(0, 0) + value(0, -1);
  const double xy = 0.25 * (value(1, 1) - value(-1, 1) - value(1, -1) + value(-1, -1));
  Eigen::Matrix2d hessian;
  hessian << xx, xy, xy, yy;
  const Vector2 gradient(0.5 * (value(1, 0) - value(-1, 0)), 0.5 * (value(0, 1) - value(0, -1)));
  const Vector2 shift = -hessian.inverse() * gradient;
  if (!(shift.cwiseAbs().maxCoeff() < 1.5)) return std::nullopt;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes(hessian);
  const Vector2 dark = axes.eigenvectors().col(0);
  const Vector2 bright = axes.eigenvectors().col(1);
  const double falling = -axes.eigenvalues()[0];
  const double rising = axes.eigenvalues()[1];
  if (!(falling > 0 && rising > 0)) return std::nullopt;
  // Along the edges the brightness does not curve.
  const Vector2 a = (std::sqrt(falling) * bright + std::sqrt(rising) * dark).normalized();
  const Vector2 b = (std::sqrt(falling) * bright - std::sqrt(rising) * dark).normalized();
  const Vector2 pixel = Vector2(peak.column, peak.row) + shift;
  if (!ring_alternates(smooth, pixel)) return std::nullopt;
  return SaddlePoint{pixel, {a, b}, bright, peak.strength};
}

}  // namespace

std::vector<SaddlePoint> find_saddle_points(const cv::Mat& gray, std::size_t most) {
  if (std::min(gray.cols, gray.rows) <= 2 * kMargin_px) return {};
  cv::Mat smooth;
  gray.convertTo(smooth, CV_32F);
  cv::GaussianBlur(smooth, smooth, {}, kSmoothing_px);
  std::vector<Peak> peaks = peaks_of(saddle_strength(smooth));
  std::sort(peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) { return a.strength > b.strength; });
  std::vector<SaddlePoint> saddles;
  for (const Peak& peak : peaks) {
    // A few bright reflections are no measure of what is weak, hence not the strongest.
    constexpr std::size_t kReference = 10;
    constexpr double kLeastShare = 0.01;  // a tenth of the contrast
    if (saddles.size() > kReference && peak.strength < kLeastShare * saddles[kReference].strength) break;
    if (saddles.size() >= most) break;
    if (std::optional<SaddlePoint> saddle = saddle_at(smooth, peak)) saddles.push_back(*saddle);
  }
  return saddles;
}

}  // namespace fiducia

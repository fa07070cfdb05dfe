#include "fiducia/detect/corner_fit.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace fiducia {
namespace {

using Parameters = Eigen::Matrix<double, 9, 1>;  // corner, angles of the edges u and v, blur, a, b (2), d
using Normal = Eigen::Matrix<double, 9, 9>;
enum Index { kX, kY, kAngleU, kAngleV, kBlur, kLevel, kFirst, kSecond, kContrast };

constexpr double kShortestReach_px = 2.6;  // less leaves too few pixels on an edge
constexpr double kLongestReach_px = 14;    // more gains little, and the lens begins to bend the edges
constexpr double kLeastBlur_px = 0.25;
constexpr double kMostBlur_px = 6;
constexpr double kLargestResidual = 0.35;
constexpr int kLeastPixels = 20;

struct Sample {
  double x, y, value;
};

/// A window in steps of the pattern along each edge.
struct Extent {
  double reach_u, reach_v, arm_u, arm_v;
};

double clamped_reach(double wanted, double step_px) {
  return std::min(std::clamp(wanted * step_px, kShortestReach_px, kLongestReach_px), 0.48 * step_px) / step_px;
}

/// Distance between neighbouring lines of the pattern, which on a tilted board is less than the length of a step.
Extent extent(const CornerGuess& guess, const CornerWindow& window) {
  const double area = std::abs(guess.step_u.x() * guess.step_v.y() - guess.step_u.y() * guess.step_v.x());
  const double between_u = area / guess.step_v.norm();
  const double between_v = area / guess.step_u.norm();
  // A marker that is near does not allow for more than `arm`, not even where that is less than a good number of pixels.
  return {clamped_reach(window.reach, between_u), clamped_reach(window.reach, between_v),
          std::max(window.arm, std::min(1.3 / between_u, 0.3)), std::max(window.arm, std::min(1.3 / between_v, 0.3))};
}

struct Patch {
  cv::Mat pixels;  // float
  int left = 0;
  int top = 0;
};

Patch cut(const cv::Mat& image, const Vector2& centre, double half_width, double half_height) {
  const int left = std::max(0, static_cast<int>(std::floor(centre.x() - half_width)));
  const int top = std::max(0, static_cast<int>(std::floor(centre.y() - half_height)));
  const int right = std::min(image.cols, static_cast<int>(std::ceil(centre.x() + half_width)) + 1);
  const int bottom = std::min(image.rows, static_cast<int>(std::ceil(centre.y() + half_height)) + 1);
  Patch patch;
  patch.left = left;
  patch.top = top;
  if (right > left && bottom > top) {
    image(cv::Rect(left, top, right - left, bottom - top)).convertTo(patch.pixels, CV_32F);
  }
  return patch;
}

/// erf(x) and exp(-x^2), which its derivative needs too: 7.1.26 of Abramowitz and Stegun, to 1.5e-7, which is far below
/// what a pixel resolves and takes a third of the time of the library's.
struct Step {
  double erf, gauss;

  explicit Step(double x) {
    constexpr double kFar = 5;  // erf is 1 to twelve digits
    const double size = std::abs(x);
    if (size > kFar) {
      erf = std::copysign(1.0, x);
      gauss = 0;
      return;
    }
    gauss = std::exp(-x * x);
    const double t = 1 / (1 + 0.3275911 * size);
    const double tail =
        t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * gauss;
    erf = std::copysign(1 - tail, x);
  }
};

class Fit {
 public:
  Fit(const cv::Mat& image, const CornerGuess& guess, const CornerWindow& window, CornerShape shape)
      : image_(image), guess_(guess), extent_(extent(guess, window)), shape_(shape) {
    steps_.col(0) = guess.step_u;
    steps_.col(1) = guess.step_v;
    inverse_ = steps_.inverse();
    turn_ = steps_.determinant() > 0 ? 1 : -1;  // so that the normals point along +v and +u
  }

  CornerFit run() {
    const double line_px = std::min(guess_.step_u.norm(), guess_.step_v.norm());
    CornerFit fit = from_guess(std::clamp(0.07 * line_px, 0.7, 2.0));
    // Where the lines cross at a sharp angle, smoothing mixes in what is printed between them.
    if (!fit.problem.empty()) fit = from_guess(0);
    return fit;
  }

 private:
  /// First on an image that is smoothed so much, then on the image itself.
  CornerFit from_guess(double smoothing) {
    parameters_.setZero();
    parameters_[kX] = guess_.pixel.x();
    parameters_[kY] = guess_.pixel.y();
    parameters_[kAngleU] = std::atan2(guess_.step_u.y(), guess_.step_u.x());
    parameters_[kAngleV] = std::atan2(guess_.step_v.y(), guess_.step_v.x());
    const double line_px = std::min(guess_.step_u.norm(), guess_.step_v.norm());
    if (!solve(smoothing, true)) return failed("it is too near to the edge of the image");
    // The window follows the corner.
    Vector2 centre;
    for (int round = 0; round < 3; ++round) {
      centre = position();
      if (!centre.allFinite() || (centre - guess_.pixel).norm() > farthest()) return failed("the fit ran away");
      if (!solve(0, false)) return failed("it is too near to the edge of the image");
      if ((position() - centre).norm() < 0.3) break;
    }
    CornerFit fit;
    fit.pixel = position();
    fit.contrast = parameters_[kContrast] * scale_;
    fit.blur_px = parameters_[kBlur];
    fit.residual = std::sqrt(cost_ / static_cast<double>(samples_.size())) / std::abs(parameters_[kContrast]);
    if (!fit.pixel.allFinite() || (fit.pixel - guess_.pixel).norm() > farthest()) {
      fit.problem = "the fit ran away";
    } else if (!(fit.residual < kLargestResidual)) {
      fit.problem = "it does not look like a corner";
    } else if (turned_too_far()) {
      fit.problem = "its edges run elsewhere than the pattern";
    } else if ((fit.pixel - centre).norm() > 0.3) {
      fit.problem = "the fit did not settle";
    } else if (fit.blur_px >= kMostBlur_px || fit.blur_px > 0.3 * line_px) {
      fit.problem = "it is blurred beyond use";
    }
    return fit;
  }

  static CornerFit failed(const char* why) {
    CornerFit fit;
    fit.problem = why;
    return fit;
  }

  [[nodiscard]] Vector2 position() const { return {parameters_[kX], parameters_[kY]}; }
  [[nodiscard]] double farthest() const {
    return std::max(1.5, 0.3 * std::min(guess_.step_u.norm(), guess_.step_v.norm()));
  }

  [[nodiscard]] bool turned_too_far() const {
    const auto turned = [](double angle, const Vector2& step) {
      return std::abs(std::remainder(angle - std::atan2(step.y(), step.x()), 2 * M_PI));
    };
    constexpr double kMostTurned_rad = 0.35;
    return !(turned(parameters_[kAngleU], guess_.step_u) < kMostTurned_rad &&
             turned(parameters_[kAngleV], guess_.step_v) < kMostTurned_rad);
  }

  /// The pixels of the window around the present corner. False where the image does not have them.
  bool collect(double smoothing) {
    const Vector2 centre = position();
    const Vector2 half = steps_.col(0).cwiseAbs() * extent_.reach_u + steps_.col(1).cwiseAbs() * extent_.reach_v;
    const double margin = std::ceil(3 * smoothing) + 1;
    if (centre.x() - 2 < 0 || centre.y() - 2 < 0 || centre.x() + 2 > image_.cols - 1 ||
        centre.y() + 2 > image_.rows - 1) {
      return false;
    }
    Patch patch = cut(image_, centre, half.x() + margin, half.y() + margin);
    if (patch.pixels.empty()) return false;
    if (smoothing > 0) {
      cv::GaussianBlur(patch.pixels, patch.pixels, cv::Size(), smoothing, smoothing, cv::BORDER_REPLICATE);
    }
    samples_.clear();
    double least = 1e300;
    double most = -1e300;
    for (int row = 0; row < patch.pixels.rows; ++row) {
      for (int column = 0; column < patch.pixels.cols; ++column) {
        const Vector2 pixel(patch.left + column, patch.top + row);
        const Vector2 in_steps = (inverse_ * (pixel - centre)).cwiseAbs();
        if (in_steps.x() > extent_.reach_u || in_steps.y() > extent_.reach_v) continue;
        if (in_steps.x() > extent_.arm_u && in_steps.y() > extent_.arm_v) continue;
        const double value = patch.pixels.at<float>(row, column);
        samples_.push_back({pixel.x(), pixel.y(), value});
        least = std::min(least, value);
        most = std::max(most, value);
      }
    }
    const double window_area =
        4 * (extent_.reach_u * extent_.reach_v -
             std::max(0.0, extent_.reach_u - extent_.arm_u) * std::max(0.0, extent_.reach_v - extent_.arm_v));
    const double expected = std::abs(steps_.determinant()) * window_area;
    if (static_cast<int>(samples_.size()) < std::max(kLeastPixels, static_cast<int>(0.75 * expected))) return false;
    offset_ = 0.5 * (least + most);
    scale_ = std::max(0.5 * (most - least), 1e-12);
    for (Sample& sample : samples_) sample.value = (sample.value - offset_) / scale_;
    return true;
  }

  /// What the model at a pixel needs of the parameters, computed once for all pixels.
  struct Edges {
    Vector2 along_u, along_v, normal_1, normal_2;
    double per_blur, slope;

    Edges(const Parameters& p, double turn)
        : along_u(std::cos(p[kAngleU]), std::sin(p[kAngleU])),
          along_v(std::cos(p[kAngleV]), std::sin(p[kAngleV])),
          normal_1(turn * Vector2(-along_u.y(), along_u.x())),  // towards +v
          normal_2(turn * Vector2(along_v.y(), -along_v.x())),  // towards +u
          per_blur(1 / (std::sqrt(2.0) * p[kBlur])),
          slope(std::sqrt(2 / M_PI) / p[kBlur]) {}
  };

  /// The model at a pixel, and its derivatives where they are wanted.
  double model(const Parameters& p, const Edges& edges, const Sample& at, Parameters* derivative) const {
    const Vector2 from_corner(at.x - p[kX], at.y - p[kY]);
    const double distance_1 = edges.normal_1.dot(from_corner);
    const double distance_2 = edges.normal_2.dot(from_corner);
    const Step step_1(distance_1 * edges.per_blur);
    const Step step_2(distance_2 * edges.per_blur);
    const double side_1 = step_1.erf;
    const double side_2 = step_2.erf;
    const bool saddle = shape_ == CornerShape::kSaddle;
    const double reach = 5;  // keeps the slopes of the light of the size of the other parameters
    const double first = saddle ? (at.x - guess_.pixel.x()) / reach : side_1;
    const double second = saddle ? (at.y - guess_.pixel.y()) / reach : side_2;
    if (derivative != nullptr) {
      const double slope_1 = edges.slope * step_1.gauss;
      const double slope_2 = edges.slope * step_2.gauss;
      const double by_1 = p[kContrast] * side_2 + (saddle ? 0 : p[kFirst]);
      const double by_2 = p[kContrast] * side_1 + (saddle ? 0 : p[kSecond]);
      const Vector2 by_corner = -by_1 * slope_1 * edges.normal_1 - by_2 * slope_2 * edges.normal_2;
      Parameters& by = *derivative;  // written out: GCC 12 at -O3 loses the values of a comma initialiser here
      by[kX] = by_corner.x();
      by[kY] = by_corner.y();
      by[kAngleU] = -by_1 * slope_1 * turn_ * edges.along_u.dot(from_corner);
      by[kAngleV] = by_2 * slope_2 * turn_ * edges.along_v.dot(from_corner);
      by[kBlur] = -(by_1 * slope_1 * distance_1 + by_2 * slope_2 * distance_2) / p[kBlur];
      by[kLevel] = 1;
      by[kFirst] = first;
      by[kSecond] = second;
      by[kContrast] = side_1 * side_2;
    }
    return p[kLevel] + p[kFirst] * first + p[kSecond] * second + p[kContrast] * side_1 * side_2;
  }

  [[nodiscard]] double cost(const Parameters& p) const {
    const Edges edges(p, turn_);
    double sum = 0;
    for (const Sample& sample : samples_) {
      const double residual = sample.value - model(p, edges, sample, nullptr);
      sum += residual * residual;
    }
    return sum;
  }

  /// The normal equations of the geometry and the brightness together; the lower half.
  void linearise(Normal* normal, Parameters* gradient) const {
    const Edges edges(parameters_, turn_);
    normal->setZero();
    gradient->setZero();
    for (const Sample& sample : samples_) {
      Parameters derivative;
      const double residual = sample.value - model(parameters_, edges, sample, &derivative);
      for (int column = 0; column < derivative.size(); ++column) {
        for (int row = column; row < derivative.size(); ++row) {
          (*normal)(row, column) += derivative[row] * derivative[column];
        }
      }
      *gradient += derivative * residual;
    }
  }

  /// Brightness that fits best for the geometry as it stands: that part of the problem is linear.
  void start_brightness() {
    Eigen::Matrix4d normal = 1e-9 * Eigen::Matrix4d::Identity();
    Eigen::Vector4d right = Eigen::Vector4d::Zero();
    const Edges edges(parameters_, turn_);
    for (const Sample& sample : samples_) {
      Parameters derivative;
      model(parameters_, edges, sample, &derivative);
      const Eigen::Vector4d row = derivative.tail<4>();
      normal += row * row.transpose();
      right += row * sample.value;
    }
    parameters_.tail<4>() = normal.ldlt().solve(right);
  }

  bool solve(double smoothing, bool first_time) {
    if (!collect(smoothing)) return false;
    if (first_time) {
      parameters_[kBlur] = std::sqrt(1 + smoothing * smoothing);
      smoothed_by_ = smoothing;
    } else if (smoothed_by_ > 0) {
      const double sharper = parameters_[kBlur] * parameters_[kBlur] - smoothed_by_ * smoothed_by_;
      parameters_[kBlur] = std::sqrt(std::max(0.25, sharper));
      smoothed_by_ = 0;
    }
    start_brightness();
    double damping = 1e-3;
    cost_ = cost(parameters_);
    for (int iteration = 0; iteration < 40; ++iteration) {
      Normal normal;
      Parameters gradient;
      linearise(&normal, &gradient);
      bool improved = false;
      double moved = 0;
      while (damping < 1e8) {
        Normal damped = normal;
        damped.diagonal() += damping * normal.diagonal() + Parameters::Constant(1e-12);
        const Parameters step = damped.selfadjointView<Eigen::Lower>().ldlt().solve(gradient);
        Parameters candidate = parameters_ + step;
        candidate[kBlur] = std::clamp(candidate[kBlur], kLeastBlur_px, kMostBlur_px);
        const double candidate_cost = cost(candidate);
        if (candidate_cost < cost_) {
          moved = step.head<2>().norm() + 0.1 * std::abs(step[kBlur]);
          parameters_ = candidate;
          cost_ = candidate_cost;
          damping = std::max(damping * 0.1, 1e-9);
          improved = true;
          break;
        }
        damping *= 10;
      }
      if (!improved || moved < (smoothing > 0 ? 1e-2 : 1e-5)) break;
    }
    return true;
  }

  const cv::Mat& image_;
  CornerGuess guess_;
  Extent extent_;
  CornerShape shape_;
  Eigen::Matrix2d steps_;
  Eigen::Matrix2d inverse_;
  double turn_ = 1;
  Parameters parameters_ = Parameters::Zero();
  std::vector<Sample> samples_;
  double offset_ = 0;
  double scale_ = 1;
  double cost_ = 0;
  double smoothed_by_ = 0;
};

}  // namespace

CornerFit fit_corner(const cv::Mat& image, const CornerGuess& guess, const CornerWindow& window, CornerShape shape) {
  const double area = std::abs(guess.step_u.x() * guess.step_v.y() - guess.step_u.y() * guess.step_v.x());
  CornerFit fit;
  if (!guess.pixel.allFinite() || !(area > 4)) {
    fit.problem = "the squares are only a few pixels wide";
    return fit;
  }
  return Fit(image, guess, window, shape).run();
}

}  // namespace fiducia

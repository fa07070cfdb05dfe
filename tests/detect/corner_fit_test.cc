#include "fiducia/detect/corner_fit.h"

#include "fiducia/core/statistics.h"
#include "tests/detect/find.h"

namespace fiducia {
namespace {

using namespace testing;

struct Drawn {
  cv::Mat image;
  Eigen::Matrix3d pixel_from_board;
  Target target;
};

Drawn drawn(const Look& look) {
  const Target target = Target::chessboard(4, 3, 0.03);
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  return {draw_float(chessboard_print(target), map, look), map, target};
}

CornerGuess guess_of(const Drawn& board, int id, const Vector2& off) {
  const auto at = [&](double dx, double dy) {
    const Vector3 step(dx * board.target.spacing_m, dy * board.target.spacing_m, 0);
    return project(board.pixel_from_board, board.target.points[static_cast<std::size_t>(id)] + step);
  };
  return {at(0, 0) + off, at(0.5, 0) - at(-0.5, 0), at(0, 0.5) - at(0, -0.5)};
}

TEST(CornerFit, FindsTheCornerFromAStartThatIsOff) {
  const Drawn board = drawn({.distance_m = 0.7, .tilt_deg = 40, .tilt_axis_deg = 30, .roll_deg = 10});
  for (const Vector2& off : {Vector2(0, 0), Vector2(1.5, -1), Vector2(-2, -2), Vector2(0, 2.5)}) {
    const CornerFit fit = fit_corner(board.image, guess_of(board, 5, off), {}, CornerShape::kSaddle);
    EXPECT_EQ(fit.problem, "");
    EXPECT_LT((fit.pixel - guess_of(board, 5, {0, 0}).pixel).norm(), 0.01) << off.transpose();
  }
}

TEST(CornerFit, TellsBlurAndContrast) {
  const Drawn board = drawn({.blur_px = 1.2});
  const CornerFit even = fit_corner(board.image, guess_of(board, 0, {0, 0}), {}, CornerShape::kSaddle);
  const CornerFit odd = fit_corner(board.image, guess_of(board, 1, {0, 0}), {}, CornerShape::kSaddle);
  EXPECT_NEAR(even.blur_px, 1.2, 0.03);
  EXPECT_NEAR(even.contrast, -0.5, 0.01) << "the square before corner 0 is black";
  EXPECT_NEAR(odd.contrast, 0.5, 0.01);
  EXPECT_LT(even.residual, 0.02);
}

TEST(CornerFit, NoiseMovesItByLittleAndNotInOneDirection) {
  // The bound: edges of 0.5 contrast over 9 px each way in noise of 1% carry a corner to about 0.01 px.
  std::vector<double> x;
  std::vector<double> y;
  double squares = 0;
  for (int seed = 1; seed <= 8; ++seed) {
    const Drawn board = drawn({.distance_m = 0.7, .tilt_deg = 30, .noise = 0.01, .seed = seed});
    for (int id = 0; id < 12; ++id) {
      const CornerFit fit = fit_corner(board.image, guess_of(board, id, {0.5, 0.5}), {}, CornerShape::kSaddle);
      const Vector2 error = fit.pixel - guess_of(board, id, {0, 0}).pixel;
      x.push_back(error.x());
      y.push_back(error.y());
      squares += error.squaredNorm();
    }
  }
  EXPECT_LT(std::sqrt(squares / static_cast<double>(2 * x.size())), 0.012);
  EXPECT_LT(std::abs(median(x)), 0.005);
  EXPECT_LT(std::abs(median(y)), 0.005);
}

TEST(CornerFit, RefusesWhatIsNoCorner) {
  cv::Mat flat(60, 60, CV_32F, cv::Scalar(0.5));
  cv::Mat noise(60, 60, CV_32F);
  cv::RNG random(3);
  random.fill(noise, cv::RNG::NORMAL, 0.5, 0.2);
  cv::Mat edge(60, 60, CV_32F, cv::Scalar(0.1));
  edge.colRange(30, 60) = 0.9;
  const CornerGuess guess{{30, 30}, {20, 0}, {0, 20}};
  for (const cv::Mat& image : {flat, noise, edge}) {
    EXPECT_NE(fit_corner(image, guess, {}, CornerShape::kSaddle).problem, "");
  }
}

TEST(CornerFit, RefusesWhatTheImageDoesNotShowWhole) {
  const Drawn board = drawn({});
  CornerGuess guess = guess_of(board, 5, {0, 0});
  const cv::Mat cut = board.image.colRange(0, static_cast<int>(guess.pixel.x()) + 2);
  EXPECT_NE(fit_corner(cut, guess, {}, CornerShape::kSaddle).problem, "");
  guess.pixel = {-50, 1e9};
  EXPECT_NE(fit_corner(board.image, guess, {}, CornerShape::kSaddle).problem, "");
  guess = {{30, 30}, {0, 0}, {0, 0}};
  EXPECT_NE(fit_corner(board.image, guess, {}, CornerShape::kSaddle).problem, "");
}

}  // namespace
}  // namespace fiducia

#include "fiducia/simulate/render.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <numbers>

#include "fiducia/core/error.h"
#include "fiducia/simulate/simulate.h"
#include "fiducia/simulate/target_pattern.h"
#include "tests/simulate/made_up_markers.h"
#include "tests/simulate/point_of_symmetry.h"

namespace fiducia {
namespace {

using testing::made_up_markers;
using testing::point_of_symmetry;

Camera pinhole() { return {"pinhole", {{"f", 300}, {"cx", 79.3}, {"cy", 59.8}}, {160, 120}}; }

/// Sixteen bits and no noise: what was drawn, to 1e-5 of the range.
RenderOptions clean() {
  RenderOptions options;
  options.sensor.read_noise = 0;
  options.sensor.bits = 16;
  return options;
}

GrayImage picture(const Camera& camera, const Target& target, const Pose& pose, const RenderOptions& options,
                  double bend_m = 0, std::uint64_t frame = 0) {
  const PatternGrid pattern = target_pattern(target, made_up_markers(100), default_margin_m(target));
  return render(RayTable(camera, ray_border_px(options), 1), pattern, TargetSurface(target, bend_m), pose, options,
                frame);
}

/// The reflectance that a pixel's number stands for.
double reflectance(const GrayImage& image, int u, int v, const SensorOptions& sensor = {}) {
  return (image.at(u, v) / static_cast<double>(image.largest()) - sensor.black) / (sensor.white - sensor.black);
}

double phi(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

/// A board so near that one edge is all that the image shows: the one between the second and the third square.
struct Edge {
  Target board = Target::chessboard(3, 3, 1);
  Pose pose;

  explicit Edge(double turn_rad) {
    pose.rotation = Eigen::AngleAxisd(turn_rad, Vector3::UnitZ()).toRotationMatrix();
    pose.translation = Vector3(0, 0, 0.8) - pose.rotation * Vector3(1, 0.5, 0);
  }
};

TEST(Render, EdgeIsThatOfAGaussianOfTheGivenWidth) {
  const Camera camera = pinhole();
  for (const double turn : {0.0, 0.1, 0.7, 1.3}) {
    const Edge edge(turn);
    for (const double psf : {0.3, 0.7, 1.6, 4.0}) {
      RenderOptions options = clean();
      options.psf_px = psf;
      const GrayImage image = picture(camera, edge.board, edge.pose, options);
      double worst = 0;
      double sum = 0;
      double count = 0;
      for (int v = 20; v < 100; ++v) {
        for (int u = 30; u < 130; ++u) {
          // The edge goes through the principal point; its normal is the board's x axis. White is after it.
          const double distance = std::cos(turn) * (u - 79.3) + std::sin(turn) * (v - 59.8);
          const double difference = reflectance(image, u, v) - phi(distance / psf);
          worst = std::max(worst, std::abs(difference));
          if (std::abs(distance) < 4 * psf) {
            sum += difference;
            ++count;
          }
        }
      }
      EXPECT_LT(worst, 2e-3) << "psf " << psf << ", turned by " << turn;
      // An edge that is shifted by e changes the sum over a line across it by e.
      EXPECT_LT(std::abs(sum / count) * 8 * psf, 1e-3) << "psf " << psf << ", turned by " << turn;
    }
  }
}

TEST(Render, SixteenSamplesAreAsGoodAsFourHundred) {
  const Camera camera = pinhole();
  const Target board = Target::charuco(5, 4, 0.04, 0.032, "made up");
  const Pose pose = Pose::from_vectors(Vector3(0.7, -0.6, 0.4), Vector3(-0.05, -0.03, 0.4));
  RenderOptions options = clean();
  const GrayImage few = picture(camera, board, pose, options);
  options.samples = 400;
  const GrayImage many = picture(camera, board, pose, options);
  double worst = 0;
  for (int v = 0; v < 120; ++v) {
    for (int u = 0; u < 160; ++u) worst = std::max(worst, std::abs(reflectance(few, u, v) - reflectance(many, u, v)));
  }
  EXPECT_LT(worst, 0.01);
  EXPECT_GT(worst, 0);
}

struct CornerErrors {
  double worst = 0;
  Vector2 mean = Vector2::Zero();
};

CornerErrors corner_errors(const Camera& camera, const Target& board, double bend_m, const SimulateOptions& poses) {
  SimulateOptions simulation_options = poses;
  simulation_options.noise_px = 0;
  simulation_options.bend_m = bend_m;
  simulation_options.poses.board_margin_m = board.spacing_m + default_margin_m(board);
  const Simulation truth = simulate(camera, board, simulation_options);
  RenderOptions options = clean();
  options.psf_px = 1.5;
  CornerErrors errors;
  double count = 0;
  for (std::size_t j = 0; j < truth.camera_from_target.size(); ++j) {
    const GrayImage image = picture(camera, board, truth.camera_from_target[j], options, bend_m);
    for (const Corner& corner : truth.observations.frames[j].corners) {
      const Vector2 error = point_of_symmetry(image, corner.pixel, 2.5) - corner.pixel;
      errors.worst = std::max(errors.worst, error.norm());
      errors.mean += error;
      ++count;
    }
  }
  errors.mean /= count;
  return errors;
}

Camera barrel() {
  return {"radial2", {{"fx", 900}, {"fy", 903}, {"cx", 321}, {"cy", 238}, {"k1", -0.2}, {"k2", 0.1}}, {640, 480}};
}

Camera fisheye(double f) {
  return {
      "fisheye",
      {{"fx", f}, {"fy", f}, {"cx", 322}, {"cy", 239}, {"k1", -0.02}, {"k2", 0.005}, {"k3", -0.001}, {"k4", 0.0002}},
      {640, 480}};
}

/// The measurement takes the edges for straight. Lens and bend curve them, by less than 1 px in 600: half of that times
/// the squares of the blur and of the distances that are looked at is what it may be wrong by.
TEST(Render, CornersAreWhereTheTruthHasThem) {
  const Target board = Target::chessboard(4, 3, 0.05);
  SimulateOptions poses{.frames = 2, .seed = 3};
  poses.poses = {.max_angle_rad = 0.6, .min_distance_m = 0.6, .max_distance_m = 0.8, .max_offset_m = 0.1};
  const CornerErrors flat = corner_errors(barrel(), board, 0, poses);
  EXPECT_LT(flat.worst, 0.002);
  EXPECT_LT(flat.mean.norm(), 0.001);
  EXPECT_LT(corner_errors(barrel(), board, 0.001, poses).worst, 0.005);
  poses.poses.min_distance_m = 0.25;
  poses.poses.max_distance_m = 0.35;
  EXPECT_LT(corner_errors(fisheye(400), board, 0, poses).worst, 0.005);
}

/// The definition of the image, as it stands: the point-spread function's mean over exact rays, 90 thousand per pixel.
double by_many_rays(const Camera& camera, const PatternGrid& pattern, const TargetSurface& surface, const Pose& pose,
                    double psf_px, int u, int v) {
  constexpr int kSide = 300;
  constexpr double kReach = 4.5;
  const Pose target_from_camera = pose.inverse();
  double sum = 0;
  double weights = 0;
  for (int j = 0; j < kSide; ++j) {
    for (int i = 0; i < kSide; ++i) {
      const Vector2 z = kReach * (2 * Vector2(i + 0.5, j + 0.5) / kSide - Vector2(1, 1));
      const double weight = std::exp(-0.5 * z.squaredNorm());
      const Vector3 ray = camera.unproject(Vector2(u, v) + psf_px * z).value();
      const Vector2 place = surface.seen_at(target_from_camera.translation, target_from_camera.rotation * ray).value();
      sum += weight * pattern.at(place.x(), place.y());
      weights += weight;
    }
  }
  return sum / weights;
}

/// Strongly bent, wide lens, tilted by some 60 degrees: what the quadratic mapping has to stand.
TEST(Render, AgreesWithManyExactRaysWhereEdgesCross) {
  const Target board = Target::chessboard(4, 3, 0.05);
  const Camera camera = fisheye(260);
  const double bend = 0.01;
  const TargetSurface surface(board, bend);
  const PatternGrid pattern = target_pattern(board, {}, 0.02);
  const Pose pose = Pose::from_vectors(Vector3(0.8, 0.6, 0.3), Vector3(0.02, -0.1, 0.2));
  const GrayImage image = picture(camera, board, pose, clean(), bend);
  const Vector2 corner = camera.project(pose * bent_points(board, bend)[6]).value();
  const int u0 = static_cast<int>(std::lround(corner.x()));
  const int v0 = static_cast<int>(std::lround(corner.y()));
  Eigen::Matrix2d normal = Eigen::Matrix2d::Zero();
  Vector2 right = Vector2::Zero();
  for (int v = v0 - 2; v <= v0 + 2; ++v) {
    for (int u = u0 - 2; u <= u0 + 2; ++u) {
      const double difference = reflectance(image, u, v) - by_many_rays(camera, pattern, surface, pose, 0.7, u, v);
      EXPECT_NEAR(difference, 0, 5e-3);
      const Vector2 slope(0.5 * (reflectance(image, u + 1, v) - reflectance(image, u - 1, v)),
                          0.5 * (reflectance(image, u, v + 1) - reflectance(image, u, v - 1)));
      normal += slope * slope.transpose();
      right += difference * slope;
    }
  }
  // The shift that explains the differences best: what a corner detector could see of them.
  EXPECT_LT(normal.ldlt().solve(right).norm(), 1e-3);
}

TEST(Render, TagGridStandsUprightAndShowsItsFrontToACameraThatLooksAlongZ) {
  const Target grid = Target::tag_grid(2, 2, 0.04, 0.25);
  SimulateOptions poses{.frames = 1, .noise_px = 0};
  poses.poses = {
      .max_angle_rad = 0, .min_distance_m = 0.4, .max_distance_m = 0.4, .max_offset_m = 0, .board_margin_m = 0.02};
  const Simulation truth = simulate(pinhole(), grid, poses);
  const Pose& pose = truth.camera_from_target[0];
  const GrayImage image = picture(pinhole(), grid, pose, clean());
  const auto at = [&](double x, double y) {
    const Vector2 pixel = pinhole().project(pose * Vector3(x, y, 0)).value();
    return reflectance(image, static_cast<int>(std::lround(pixel.x())), static_cast<int>(std::lround(pixel.y())));
  };
  // Cells of 10 mm, white in the upper left; tag 1 is to the right of tag 0, tag 2 above it.
  EXPECT_GT(at(0.015, 0.025), 0.9);
  EXPECT_LT(at(0.025, 0.025), 0.1);
  EXPECT_GT(at(0.05 + 0.025, 0.025), 0.9);
  EXPECT_LT(at(0.025, 0.05 + 0.025), 0.1);
  EXPECT_LT(at(0.045, 0.045), 0.1);
  const auto& corners = truth.observations.frames[0].corners;
  EXPECT_LT(corners[0].pixel.x(), corners[1].pixel.x());  // the first side of a tag goes to the right
  EXPECT_LT(corners[3].pixel.y(), corners[0].pixel.y());  // and the last goes down in the image
}

TEST(Render, IsAFunctionOfTheSeedAloneForAnyNumberOfThreads) {
  const Edge edge(0.3);
  RenderOptions options;
  options.seed = 5;
  const GrayImage one = picture(pinhole(), edge.board, edge.pose, options);
  options.threads = 2;
  EXPECT_EQ(picture(pinhole(), edge.board, edge.pose, options).pixels, one.pixels);
  EXPECT_NE(picture(pinhole(), edge.board, edge.pose, options, 0, 1).pixels, one.pixels);  // another frame
  options.seed = 6;
  EXPECT_NE(picture(pinhole(), edge.board, edge.pose, options).pixels, one.pixels);
}

struct Moments {
  double mean = 0;
  double deviation = 0;
};

/// Of the pixels left or right of the edge, where the light is the same everywhere.
Moments moments(const GrayImage& image, int from, int to) {
  double sum = 0;
  double squares = 0;
  const double count = image.height * static_cast<double>(to - from);
  for (int v = 0; v < image.height; ++v) {
    for (int u = from; u < to; ++u) {
      const double value = image.at(u, v) / static_cast<double>(image.largest());
      sum += value;
      squares += value * value;
    }
  }
  return {sum / count, std::sqrt(squares / count - sum * sum / (count * count))};
}

TEST(Render, NoiseHasTheGivenStrength) {
  const Edge edge(0);
  RenderOptions options = clean();
  options.sensor.read_noise = 0.02;
  const GrayImage read = picture(pinhole(), edge.board, edge.pose, options);
  options.sensor.shot_noise = 0.05;
  const GrayImage shot = picture(pinhole(), edge.board, edge.pose, options);
  // 120 x 60 pixels on either side: a standard deviation is known to 1 / sqrt(2 n), and five of those are accepted.
  const double tolerance = 5 / std::sqrt(2.0 * 120 * 60);
  for (const auto& [from, level] : {std::pair{10, options.sensor.black}, std::pair{90, options.sensor.white}}) {
    EXPECT_NEAR(moments(read, from, from + 60).deviation, 0.02, 0.02 * tolerance);
    EXPECT_NEAR(moments(read, from, from + 60).mean, level, 5 * 0.02 / std::sqrt(120.0 * 60));
    const double both = std::sqrt(0.02 * 0.02 + 0.05 * 0.05 * level);
    EXPECT_NEAR(moments(shot, from, from + 60).deviation, both, both * tolerance);
  }
}

TEST(Render, LightFallsAcrossTheImage) {
  const Edge edge(0);
  RenderOptions options = clean();
  options.sensor.gradient = 0.5;
  const GrayImage image = picture(pinhole(), edge.board, edge.pose, options);
  // The middle of the image has 0.75 of the light; its sides, half a pixel from the outermost centres, 1 and 0.5.
  EXPECT_NEAR(image.at(0, 60) / 65535.0, options.sensor.black * (1 - 0.5 * 0.5 / 160), 1e-5);
  EXPECT_NEAR(image.at(159, 60) / 65535.0, options.sensor.white * (0.5 + 0.5 * 0.5 / 160), 1e-5);
  options.sensor.gradient_angle_rad = std::numbers::pi / 2;
  const GrayImage down = picture(pinhole(), edge.board, edge.pose, options);
  EXPECT_NEAR(down.at(20, 0) / 65535.0, options.sensor.black * (1 - 0.5 * 0.5 / 120), 1e-5);
  EXPECT_NEAR(down.at(20, 119) / 65535.0, options.sensor.black * (0.5 + 0.5 * 0.5 / 120), 1e-5);
}

TEST(Render, EightBitsAreSixteenRounded) {
  const Edge edge(0.5);
  RenderOptions options = clean();
  const GrayImage fine = picture(pinhole(), edge.board, edge.pose, options);
  options.sensor.bits = 8;
  const GrayImage coarse = picture(pinhole(), edge.board, edge.pose, options);
  EXPECT_EQ(fine.largest(), 65535);
  EXPECT_EQ(coarse.largest(), 255);
  for (std::size_t i = 0; i < fine.pixels.size(); ++i) {
    EXPECT_NEAR(coarse.pixels[i], fine.pixels[i] / 257.0, 0.51);
  }
}

TEST(Render, PixelsWithoutARaySeeTheSurroundings) {
  // Folds well within the image; the board covers all that the camera sees.
  const Camera camera("radial1", {{"fx", 60}, {"fy", 60}, {"cx", 80}, {"cy", 60}, {"k1", -0.3}}, {160, 120});
  const Edge edge(0);
  const GrayImage image = picture(camera, edge.board, edge.pose, clean());
  ASSERT_FALSE(camera.unproject(Vector2(5, 5)));
  ASSERT_TRUE(camera.unproject(Vector2(60, 60)));
  EXPECT_NEAR(reflectance(image, 5, 5), kSurroundings, 1e-4);
  EXPECT_NEAR(reflectance(image, 75, 60), 0, 1e-4);
  EXPECT_NEAR(reflectance(image, 85, 60), 1, 1e-4);
}

TEST(Render, TargetFromBehindIsNotSeen) {
  Edge edge(0);
  edge.pose.rotation = Vector3(-1, 1, -1).asDiagonal();
  edge.pose.translation = Vector3(0, 0, 0.8) - edge.pose.rotation * Vector3(1, 0.5, 0);
  const GrayImage image = picture(pinhole(), edge.board, edge.pose, clean());
  for (const int u : {20, 80, 140}) EXPECT_NEAR(reflectance(image, u, 60), kSurroundings, 1e-4);
}

TEST(Render, RefusesOptionsThatMakeNoSense) {
  const Edge edge(0);
  const auto refused = [&](auto change) {
    RenderOptions options = clean();
    change(options);
    EXPECT_THROW((void)picture(pinhole(), edge.board, edge.pose, options), Error);
  };
  refused([](RenderOptions& o) { o.psf_px = 0; });
  refused([](RenderOptions& o) { o.psf_px = std::nan(""); });
  refused([](RenderOptions& o) { o.samples = 17; });
  refused([](RenderOptions& o) { o.sensor.bits = 12; });
  refused([](RenderOptions& o) { o.sensor.read_noise = -0.1; });
  refused([](RenderOptions& o) { o.sensor.gradient = 2; });
  refused([](RenderOptions& o) { o.sensor.black = 0.9; });
}

}  // namespace
}  // namespace fiducia

#include "fiducia/evaluate/mapping_difference.h"

#include <gtest/gtest.h>

#include <array>

#include "fiducia/camera/custom_model.h"
#include "fiducia/core/error.h"
#include "tests/evaluate/cameras.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using testing::cameras_of_all_kinds;
using testing::error_message;
using testing::folding_camera;
using testing::name_of;
using testing::ordinary_camera;
using testing::parameters_of;
using testing::with_parameters;

Camera pinhole(double f, double cx, double cy) { return {"pinhole", {{"f", f}, {"cx", cx}, {"cy", cy}}, {640, 480}}; }

TEST(MappingDifference, OfACameraToItselfIsZero) {
  for (const Camera& camera : cameras_of_all_kinds()) {
    const MappingDifference difference = mapping_difference(camera, camera);
    EXPECT_LT(difference.plain.k_px, 1e-8) << name_of(camera);
    EXPECT_LT(difference.compensated.k_px, 1e-8) << name_of(camera);
    EXPECT_LT((difference.rotation - Matrix3::Identity()).norm(), 1e-10);
    EXPECT_EQ(difference.points + difference.without_ray, 300);
    EXPECT_EQ(difference.compensated.map.size(), 300U);
  }
}

TEST(MappingDifference, OfTwoModelsOfTheSameLensIsZero) {
  const Camera radial = ordinary_camera();
  const Camera brown(
      "opencv4",
      {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}, {"p1", 0}, {"p2", 0}},
      {1936, 1216});
  EXPECT_LT(mapping_difference(brown, radial).compensated.largest_px, 1e-7);
  EXPECT_LT(mapping_difference(radial, brown).plain.largest_px, 1e-7);
}

/// A pinhole at (a, b) = (x/z, y/z) turned by w_y moves by f w_y (1 + a^2, a b), and by symmetry neither w_x nor w_z
/// helps against a shift (d, 0). The best w_y is -d sum(1 + a^2) / (f sum((1 + a^2)^2 + (a b)^2)).
TEST(MappingDifference, OfAShiftedPrincipalPointIsWhatAHandComputes) {
  constexpr double kShift = 0.01;
  constexpr double kFocal = 500;
  const MappingDifference difference =
      mapping_difference(pinhole(kFocal, 319.5 + kShift, 239.5), pinhole(kFocal, 319.5, 239.5));
  EXPECT_NEAR(difference.plain.k, kShift * kShift / 2, 1e-12);
  EXPECT_NEAR(difference.plain.k_px, kShift / std::sqrt(2.0), 1e-10);
  EXPECT_NEAR(difference.plain.largest_px, kShift, 1e-10);
  double along = 0;
  double squares = 0;
  for (int row = 0; row < 15; ++row) {
    for (int column = 0; column < 20; ++column) {
      const double a = ((column + 0.5) * 32 - 320) / kFocal;
      const double b = ((row + 0.5) * 32 - 240) / kFocal;
      along += 1 + a * a;
      squares += (1 + a * a) * (1 + a * a) + a * a * b * b;
    }
  }
  const double expected = kShift * kShift / 600 * (300 - along * along / squares);
  EXPECT_NEAR(difference.compensated.k, expected, 1e-4 * expected);
  EXPECT_LT(difference.compensated.k, 0.05 * difference.plain.k);
  const Vector3 rotation = rotation_log(difference.rotation);
  EXPECT_NEAR(rotation.y(), -kShift * along / (kFocal * squares), 1e-9);
  EXPECT_NEAR(rotation.x(), 0, 1e-9);
  EXPECT_NEAR(rotation.z(), 0, 1e-9);
}

/// A pinhole that stands turned in its housing by `kTurn`.
struct TurnedPinhole {
  static constexpr std::array<ParameterInfo, 3> kParameters = {
      {{"f", Moves::kBoth}, {"cx", Moves::kU}, {"cy", Moves::kV}}};
  static constexpr ModelInfo kInfo = {"turned_pinhole", kParameters, "", "", ""};
  static Matrix3 turn() { return rotation_exp({0.03, -0.05, 0.1}); }

  template <class P, class T>
  static bool project(const P* p, const T& x, const T& y, const T& z, T* uv) {
    const Matrix3 r = turn();
    const T across = r(0, 0) * x + r(0, 1) * y + r(0, 2) * z;
    const T down = r(1, 0) * x + r(1, 1) * y + r(1, 2) * z;
    const T depth = r(2, 0) * x + r(2, 1) * y + r(2, 2) * z;
    if (!(depth > T(0))) return false;
    uv[0] = p[0] * across / depth + p[1];
    uv[1] = p[0] * down / depth + p[2];
    return true;
  }
  static std::vector<double> initial_parameters(double f, double cx, double cy) { return {f, cx, cy}; }
};

TEST(MappingDifference, FindsTheRotationBetweenTwoCamerasThatDifferInNothingElse) {
  const Camera turned(std::make_shared<const CustomModel<TurnedPinhole>>(), {500, 319.5, 239.5}, {640, 480});
  const Camera straight = pinhole(500, 319.5, 239.5);
  const MappingDifference difference = mapping_difference(turned, straight);
  EXPECT_EQ(difference.points, 300);
  EXPECT_GT(difference.plain.k_px, 10);
  EXPECT_LT(difference.compensated.largest_px, 1e-6);
  // turned sees R x where the straight one sees x: the rays must be turned back.
  EXPECT_LT((difference.rotation - TurnedPinhole::turn().transpose()).norm(), 1e-9);
  EXPECT_LT((mapping_difference(straight, turned).rotation - TurnedPinhole::turn()).norm(), 1e-9);
}

TEST(MappingDifference, IsAMinimumOverTheRotation) {
  const Camera reference = ordinary_camera();
  Eigen::VectorXd theta = parameters_of(reference);
  theta << 1512, 1490, 975, 600, -0.21, 0.12;
  const Camera other = with_parameters(reference, theta);
  const MappingDifference difference = mapping_difference(other, reference);
  const auto k_at = [&](const Matrix3& rotation) {
    double sum = 0;
    int count = 0;
    for (int row = 0; row < 15; ++row) {
      for (int column = 0; column < 20; ++column) {
        const Vector2 pixel = cell_centre({1936, 1216}, {}, column, row);
        sum += (*other.project(rotation * *reference.unproject(pixel)) - pixel).squaredNorm();
        count += 2;
      }
    }
    return sum / count;
  };
  EXPECT_NEAR(difference.plain.k, k_at(Matrix3::Identity()), 1e-9 * difference.plain.k);
  EXPECT_NEAR(difference.compensated.k, k_at(difference.rotation), 1e-9 * difference.compensated.k);
  for (int axis = 0; axis < 3; ++axis) {
    for (const double step : {-1e-5, 1e-5}) {
      EXPECT_GT(k_at(rotation_exp(step * Vector3::Unit(axis)) * difference.rotation), difference.compensated.k);
    }
  }
}

TEST(MappingDifference, IsTheSameBothWaysToFirstOrder) {
  for (const Camera& camera : cameras_of_all_kinds()) {
    Eigen::VectorXd theta = parameters_of(camera);
    theta[0] *= 1.0005;
    theta[2] += 0.3;
    theta[4] += 0.001;
    const Camera other = with_parameters(camera, theta);
    const double there = mapping_difference(other, camera).compensated.k;
    const double back = mapping_difference(camera, other).compensated.k;
    EXPECT_GT(there, 1e-4) << name_of(camera);
    EXPECT_NEAR(back, there, 0.02 * there) << name_of(camera);
  }
}

TEST(MappingDifference, TellsWhereItIsLargest) {
  const Camera reference = ordinary_camera();
  Eigen::VectorXd theta = parameters_of(reference);
  theta[4] += 0.01;  // k1: grows with the third power of the distance from the middle
  const MappingDifference difference = mapping_difference(with_parameters(reference, theta), reference);
  for (const MappingOffset& offset : {difference.plain, difference.compensated}) {
    double largest = 0;
    Vector2 at = Vector2::Zero();
    double squares = 0;
    for (const MappingArrow& arrow : offset.map) {
      EXPECT_TRUE(arrow.comparable);
      squares += arrow.difference.squaredNorm() / 600;
      if (arrow.difference.norm() < largest) continue;
      largest = arrow.difference.norm();
      at = arrow.pixel;
    }
    EXPECT_EQ(offset.largest_px, largest);
    EXPECT_EQ(offset.largest_at, at);
    EXPECT_NEAR(offset.k, squares, 1e-12 * squares);
  }
  const Vector2 from_middle = (difference.plain.largest_at - Vector2(967.5, 607.5)).cwiseAbs();
  EXPECT_EQ(from_middle, Vector2(9.5 * 1936 / 20, 7 * 1216 / 15.0)) << "a corner of the grid";
}

TEST(MappingDifference, OfAFinerGridIsMuchTheSame) {
  const Camera reference = ordinary_camera();
  Eigen::VectorXd theta = parameters_of(reference);
  theta << 1501, 1496, 968.5, 608, -0.201, 0.101;
  const Camera other = with_parameters(reference, theta);
  const MappingDifference coarse = mapping_difference(other, reference);
  const MappingDifference fine = mapping_difference(other, reference, {.columns = 60, .rows = 45});
  EXPECT_EQ(fine.points, 2700);
  EXPECT_EQ(fine.columns, 60);
  EXPECT_EQ(fine.rows, 45);
  ASSERT_EQ(fine.plain.map.size(), 2700U);
  EXPECT_EQ(fine.plain.map[61].pixel, cell_centre({1936, 1216}, {60, 45}, 1, 1)) << "row by row";
  EXPECT_NEAR(fine.compensated.k_px, coarse.compensated.k_px, 0.1 * coarse.compensated.k_px);
  EXPECT_GT(fine.plain.largest_px, coarse.plain.largest_px) << "it reaches farther into the corners";
}

TEST(MappingDifference, InARegionKnowsNothingOfTheRest) {
  const Camera reference = ordinary_camera();
  Eigen::VectorXd theta = parameters_of(reference);
  theta[4] += 0.01;
  const Camera other = with_parameters(reference, theta);
  const GridOptions middle{.region = disc_region({968, 608}, 250)};
  const MappingDifference difference = mapping_difference(other, reference, middle);
  EXPECT_LT(difference.points, 300);
  EXPECT_LT(difference.compensated.k, 0.01 * mapping_difference(other, reference).compensated.k);
  EXPECT_LE((difference.plain.largest_at - Vector2(968, 608)).norm(), 250);
  EXPECT_FALSE(difference.plain.map[0].comparable);
}

TEST(MappingDifference, CountsAndMarksWhatOnlyOneOfTheTwoCanSee) {
  const Camera folding = folding_camera();
  const Camera straight("pinhole", {{"f", 800}, {"cx", 640}, {"cy", 480}}, {1280, 960});
  for (const MappingDifference& difference :
       {mapping_difference(folding, straight), mapping_difference(straight, folding)}) {
    EXPECT_GT(difference.without_ray, 10);
    EXPECT_GT(difference.points, 10);
    EXPECT_EQ(difference.points + difference.without_ray, 300);
    int comparable = 0;
    for (const MappingArrow& arrow : difference.plain.map) comparable += arrow.comparable ? 1 : 0;
    EXPECT_EQ(comparable, difference.points);
    EXPECT_FALSE(difference.plain.map[0].comparable) << "the corner of the image";
  }
}

TEST(MappingDifference, RefusesImagesOfDifferentSizes) {
  const Camera small = pinhole(500, 320, 240);
  const Camera large("pinhole", {{"f", 500}, {"cx", 320}, {"cy", 240}}, {1280, 960});
  const std::string message = error_message([&] { static_cast<void>(mapping_difference(small, large)); });
  EXPECT_NE(message.find("640x480"), std::string::npos) << message;
  EXPECT_NE(message.find("1280x960"), std::string::npos) << message;
}

TEST(MappingDifference, RefusesCamerasWithoutACommonRay) {
  // Rays up to s = a^2 + b^2 < 1/(3 x 1000) have a projection: none of the other's grid does.
  const Camera narrow("radial1", {{"fx", 1e4}, {"fy", 1e4}, {"cx", 320}, {"cy", 240}, {"k1", -1000}}, {640, 480});
  EXPECT_THROW(static_cast<void>(mapping_difference(narrow, pinhole(100, 319.5, 239.5))), Error);
}

/// A lens that folds near the image's border, against its neighbour: rays leave the domain on the way to the minimum,
/// and the search goes on. Both directions find the same rotation.
TEST(MappingDifference, FindsTheMinimumWhereADomainEndsInTheImage) {
  const ImageSize size{1280, 960};
  const Camera folding("radial2", {{"fx", 520}, {"fy", 521}, {"cx", 640}, {"cy", 480}, {"k1", -0.22}, {"k2", 0.02}},
                       size);
  const Camera shifted("radial2", {{"fx", 520}, {"fy", 521}, {"cx", 652}, {"cy", 474}, {"k1", -0.22}, {"k2", 0.02}},
                       size);
  const MappingDifference there = mapping_difference(shifted, folding);
  const MappingDifference back = mapping_difference(folding, shifted);
  EXPECT_GT(there.without_ray, 0);
  EXPECT_LT((rotation_log(there.rotation) + rotation_log(back.rotation)).norm(),
            0.1 * rotation_log(there.rotation).norm());
  EXPECT_LT(there.compensated.k_px, 0.5 * there.plain.k_px);
}

}  // namespace
}  // namespace fiducia

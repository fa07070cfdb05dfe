#include "fiducia/core/rectify_pair.h"

#include <gtest/gtest.h>

namespace fiducia {
namespace {

TEST(RectifyPair, PutsEveryPointIntoOneRow) {
  for (const Pose& b_from_a :
       {Pose::from_vectors({0.05, -0.1, 0.02}, {-0.12, 0.01, 0.02}),
        Pose::from_vectors({-0.1, 0.2, 0.4}, {0.3, 0.05, -0.1}), Pose::from_vectors({0.1, 0, 0}, {0.01, 0.2, 0})}) {
    const RectifiedPair pair = rectify_pair(b_from_a);
    EXPECT_NEAR(pair.baseline_m, b_from_a.translation.norm(), 1e-12);
    EXPECT_NEAR(pair.rectified_from_a.determinant(), 1, 1e-12);
    EXPECT_LT((pair.rectified_from_b * pair.rectified_from_b.transpose() - Matrix3::Identity()).norm(), 1e-12);
    EXPECT_GT(pair.rectified_from_a(0, 0), 0);
    for (const Vector3& x : {Vector3(0.1, 0.2, 1), Vector3(-0.5, 0.3, 2), Vector3(1, 1, 10)}) {
      const Vector3 a = pair.rectified_from_a * x;
      const Vector3 b = pair.rectified_from_b * (b_from_a * x);
      EXPECT_NEAR(a.y() / a.z(), b.y() / b.z(), 1e-12);
      EXPECT_NEAR(a.z(), b.z(), 1e-12);  // the same depth: disparities along the row alone
      EXPECT_NEAR(std::abs(a.x() - b.x()), pair.baseline_m, 1e-12);
    }
  }
}

}  // namespace
}  // namespace fiducia

// Lenses that no formula here follows: a splined one does, with as many knots as the corners ask for.

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "fiducia/camera/spline.h"
#include "fiducia/evaluate/select.h"
#include "fiducia/evaluate/spline_ladder.h"
#include "tests/evaluate/lens_without_formula.h"

namespace fiducia {
namespace {

using testing::Displacement;
using testing::kSize;
using testing::plain_lens;
using testing::seen_through;
using testing::windscreen;

/// RMS distance between where the lens maps rays and where a camera does, after the best rotation of the camera, over
/// the image but for a margin; px.
double error_of(const Camera& camera, const Displacement& displacement) {
  std::vector<Vector3> rays;
  std::vector<Vector2> pixels;
  const Camera plain = plain_lens();
  for (int row = 1; row < 12; ++row) {
    for (int column = 1; column < 16; ++column) {
      const Vector2 before(kSize.width * column / 16.0, kSize.height * row / 12.0);
      const auto ray = plain.unproject(before);
      if (!ray || !camera.project(*ray)) continue;
      rays.push_back(*ray);
      pixels.push_back(before + displacement(before));
    }
  }
  Vector3 turn = Vector3::Zero();
  double mean = 0;
  for (int iteration = 0; iteration < 5; ++iteration) {
    Matrix3 a = Matrix3::Zero();
    Vector3 b = Vector3::Zero();
    mean = 0;
    const Matrix3 rotation = rotation_exp(turn);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const Vector3 ray = rotation * rays[i];
      const auto pixel = camera.project(ray);
      if (!pixel) continue;
      const Vector2 r = pixels[i] - *pixel;
      mean += r.squaredNorm() / static_cast<double>(rays.size());
      Eigen::Matrix<double, 2, 3> j;
      for (int axis = 0; axis < 3; ++axis) {
        const auto moved = camera.project(rotation_exp(1e-6 * Vector3::Unit(axis)) * ray);
        j.col(axis) = moved ? Vector2((*moved - *pixel) / 1e-6) : Vector2::Zero();
      }
      a += j.transpose() * j;
      b += j.transpose() * r;
    }
    turn += a.ldlt().solve(b);
  }
  EXPECT_GT(rays.size(), 130U) << "of 165";
  return std::sqrt(mean);
}

Vector2 bump(const Vector2& pixel) {  // a ring in which the image is drawn outwards
  const Vector2 from_axis = pixel - Vector2(640, 480);
  const double r = from_axis.norm();
  return 1.0 * std::exp(-std::pow((r - 350) / 45, 2)) * from_axis / std::max(r, 1e-9);
}

Vector2 rings(const Vector2& pixel) {  // of a lens ground on a lathe, off its centre
  const Vector2 from_axis = pixel - Vector2(760, 400);
  const double r = from_axis.norm();
  return 0.6 * std::sin(r / 55) * from_axis / std::max(r, 1e-9);
}

struct Lens {
  const char* name;
  Vector2 (*displacement)(const Vector2&);
};

class LensWithoutFormula : public ::testing::TestWithParam<Lens> {};

TEST_P(LensWithoutFormula, IsFollowedByASplinedOneWithKnotsFromTheData) {
  const Displacement lens = GetParam().displacement;
  const Selection selection =
      select_model(seen_through(lens, 16, 0.05, 7), {.bias_resamples = 0, .cross_validation = false});
  ASSERT_TRUE(selection.recommended);
  double best = 1e9;
  for (const SelectEntry& entry : selection.entries) {
    if (entry.problem.empty()) best = std::min(best, error_of(*entry.calibration.camera, lens));
  }
  const Calibration& known = selection.entries[*selection.recommended].calibration;
  const std::optional<ChosenKnots> chosen = choose_knots(known, 3, {}, {});
  ASSERT_TRUE(chosen);
  const Calibration& splined = chosen->explanation.calibration;
  EXPECT_GT(bias_ratio(splined, {.resamples = 0}).p_value, 0.001);
  EXPECT_LT(lens_parameters(splined), splined.fit.n_observations / 4);
  const double error = error_of(*splined.camera, lens);
  RecordProperty("spline", std::string(splined.model->info().name));
  RecordProperty("error_px", std::to_string(error));
  RecordProperty("best_formula_px", std::to_string(best));
  EXPECT_LT(error, best / 4) << splined.model->info().name << " against " << best << " px";
}

INSTANTIATE_TEST_SUITE_P(Simulated, LensWithoutFormula,
                         ::testing::Values(Lens{"bump", bump}, Lens{"rings", rings}, Lens{"windscreen", windscreen}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(SplineLadder, AnOrdinaryLensStaysWithItsFormula) {
  SelectOptions options;
  options.cross_validation = false;
  options.bias_resamples = 0;
  options.splines = true;
  const Selection selection =
      select_model(seen_through([](const Vector2&) { return Vector2(0, 0); }, 20, 0.05, 3), options);
  ASSERT_TRUE(selection.recommended);
  EXPECT_EQ(selection.entries[*selection.recommended].calibration.model->info().name, "radial2") << selection.reason;
}

TEST(SplineLadder, HasNoMoreKnotsThanTheCornersDetermine) {
  const Observations data = seen_through(windscreen, 12, 0.05, 3);
  const Calibration known = calibrate(data, {.model = "radial2"});
  ASSERT_TRUE(known.converged()) << known.message;
  const std::vector<std::shared_ptr<const Model>> ladder = spline_ladder(known);
  ASSERT_FALSE(ladder.empty());
  int before = 0;
  for (const std::shared_ptr<const Model>& model : ladder) {
    EXPECT_GT(model->size(), before);
    EXPECT_LT(model->size(), known.fit.n_observations / 4);
    EXPECT_FALSE(as_spline(*model)->field_is_open());
    before = model->size();
  }
  Calibration few = known;
  few.fit.n_observations = 6 * static_cast<int>(known.frames.size()) + 50;
  EXPECT_TRUE(spline_ladder(few).empty());
}

TEST(SplineLadder, ChoosesTheKnotsOfAModelThatLeavesThemOpen) {
  const auto data = std::make_shared<const Observations>(seen_through(windscreen, 15, 0.05, 3));
  const std::shared_ptr<const Model> open = make_model("spline");
  ASSERT_TRUE(as_spline(*open)->knots_are_open());
  const std::shared_ptr<const Model> chosen = with_chosen_knots(open, data, {.model = open}, {});
  EXPECT_FALSE(as_spline(*chosen)->knots_are_open());
  EXPECT_FALSE(same_model(*chosen, *open));
  const std::shared_ptr<const Model> named = make_model("spline:9x7");
  EXPECT_EQ(with_chosen_knots(named, data, {.model = named}, {}), named);
}

}  // namespace
}  // namespace fiducia

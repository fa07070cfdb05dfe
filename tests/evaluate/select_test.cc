#include "fiducia/evaluate/select.h"

#include <gmock/gmock.h>

#include <cmath>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/covariance.h"
#include "fiducia/evaluate/cross_validation.h"
#include "fiducia/evaluate/error_bound.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Observations seen_by(const Camera& camera, int frames = 25) {
  return simulate(camera, Target::chessboard(10, 8, 0.05), {.frames = frames, .seed = 3}).observations;
}

const Camera& radial1() {
  static const Camera camera("radial1", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}},
                             {1936, 1216});
  return camera;
}

const Camera& radial2() {
  static const Camera camera(
      "radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}}, {1936, 1216});
  return camera;
}

std::vector<std::shared_ptr<const Model>> models(const std::vector<std::string>& names) {
  std::vector<std::shared_ptr<const Model>> list;
  for (const std::string& name : names) list.push_back(make_model(name));
  return list;
}

std::vector<std::string> names(const Selection& selection) {
  std::vector<std::string> list;
  for (const SelectEntry& entry : selection.entries) list.emplace_back(entry.calibration.model->info().name);
  return list;
}

std::string recommended(const Selection& selection) {
  return selection.recommended ? names(selection)[*selection.recommended] : "none";
}

TEST(SelectModel, FindsRadial1) {
  const Selection selection = select_model(seen_by(radial1()));
  EXPECT_EQ(recommended(selection), "radial1") << selection.reason;
  EXPECT_NEAR(selection.disagreement, 1, 0.7) << "nothing but noise";
}

TEST(SelectModel, FindsRadial2) {
  const Selection selection = select_model(seen_by(radial2()));
  EXPECT_EQ(recommended(selection), "radial2") << selection.reason;
  EXPECT_THAT(selection.reason,
              AllOf(HasSubstr("radial1, 1 parameter fewer: expected error"), HasSubstr("more: expected error")));
}

TEST(SelectModel, FindsAFisheye) {
  const Camera fisheye(
      "fisheye",
      {{"fx", 520}, {"fy", 521}, {"cx", 640}, {"cy", 480}, {"k1", .05}, {"k2", -.01}, {"k3", .004}, {"k4", -.001}},
      {1280, 960});
  const Observations observations =
      simulate(fisheye, Target::chessboard(11, 8, 0.04),
               {.frames = 25, .noise_px = 0.1, .seed = 3, .poses = {.min_distance_m = 0.25, .max_distance_m = 0.8}})
          .observations;
  const Selection selection = select_model(observations);
  EXPECT_EQ(recommended(selection), "fisheye") << selection.reason;
  EXPECT_GT(selection.field_deg, 40);
}

TEST(SelectModel, ComparesTheModelsThatAreGiven) {
  const Selection selection =
      select_model(seen_by(radial2(), 25), {.models = models({"radial3", "pinhole", "radial1"})});
  EXPECT_THAT(names(selection), ElementsAre("radial3", "pinhole", "radial1"));
  EXPECT_EQ(recommended(selection), "radial3");
}

TEST(SelectModel, EntriesAreWhatTheFunctionsGive) {
  const Observations observations = seen_by(radial2(), 12);
  const SelectOptions options{.models = models({"radial1", "radial2"}),
                              .mapping = {.grid = {.region = disc_region({900, 600}, 400)}},
                              .seed = 9};
  const Selection selection = select_model(observations, options);
  ASSERT_EQ(selection.entries.size(), 2U);
  for (const SelectEntry& entry : selection.entries) {
    const std::shared_ptr<const Model>& model = entry.calibration.model;
    SCOPED_TRACE(model->info().name);
    EXPECT_EQ(entry.problem, "");
    const Calibration calibration = calibrate(observations, {.model = model});
    EXPECT_EQ(entry.calibration.camera->parameters(), calibration.camera->parameters());
    const BiasRatio bias = bias_ratio(calibration, {.seed = 9});
    EXPECT_EQ(entry.bias.robust.ratio, bias.robust.ratio);
    EXPECT_EQ(entry.bias.robust.ratio_ci95, bias.robust.ratio_ci95);
    EXPECT_EQ(entry.bias.p_value, bias.p_value);
    const auto error = [&](Covariance method) {
      return expected_mapping_error(*calibration.camera, covariance(calibration, {.method = method}), options.mapping);
    };
    EXPECT_EQ(entry.eme_cr2, error(Covariance::kCr2).mean);
    EXPECT_NEAR(entry.eme_std, error(Covariance::kStd).mean, 1e-12 * entry.eme_std);
    const Eigen::MatrixXd H = mapping_sensitivity(*calibration.camera, options.mapping).H;
    EXPECT_EQ(entry.bound95, error_bound(calibration, H).bound95);
    EXPECT_EQ(entry.held_out_px, cross_validate(calibration).rmse);
  }
}

TEST(SelectModel, ScoresAreWhatTheRuleSays) {
  const Observations observations = seen_by(radial2(), 12);
  const Selection selection = select_model(observations, {.models = models({"radial1", "radial2", "radial3"})});
  const auto deviance = [&](std::size_t i) {
    const FitSummary& fit = selection.entries[i].calibration.fit;
    return fit.n_observations * std::log(fit.rmse * fit.rmse);
  };
  const double log_n = std::log(selection.entries[0].calibration.fit.n_observations);
  ASSERT_EQ(recommended(selection), "radial2");
  const std::vector<SelectEntry>& entries = selection.entries;
  EXPECT_NEAR(entries[0].aic - entries[1].aic, deviance(0) - deviance(1) - 2, 1e-6);
  EXPECT_NEAR(entries[0].bic - entries[1].bic, deviance(0) - deviance(1) - log_n, 1e-6);
  EXPECT_NEAR(entries[0].score, (deviance(0) - deviance(1)) / selection.disagreement - log_n, 1e-6);
  EXPECT_NEAR(entries[2].score, (deviance(2) - deviance(1)) / selection.disagreement + log_n, 1e-6);
  EXPECT_EQ(entries[1].score, 0);
  EXPECT_GE(selection.disagreement, 1);
}

TEST(SelectModel, AsksMoreOfAParameterWhereFramesDisagree) {
  // The bend of the board looks like a lens: the plain criterion gives it ten parameters more.
  const Observations bent =
      simulate(radial2(), Target::chessboard(10, 8, 0.05), {.frames = 25, .bend_m = 0.0004, .seed = 1}).observations;
  const Selection selection =
      select_model(bent, {.models = models({"radial1", "radial2", "opencv12"}), .cross_validation = false});
  EXPECT_GT(selection.disagreement, 2);
  EXPECT_EQ(recommended(selection), "radial2") << selection.reason;
  EXPECT_EQ(selection.entries[2].bic, 0);
  EXPECT_GT(selection.entries[2].score, 10);
}

TEST(SelectModel, IsTheSameForAnyNumberOfThreads) {
  const Observations observations = seen_by(radial2(), 12);
  const SelectOptions one{.models = models({"radial1", "radial2", "opencv5", "fisheye"}), .seed = 4, .threads = 1};
  SelectOptions four = one;
  four.threads = 4;
  const Selection a = select_model(observations, one);
  const Selection b = select_model(observations, four);
  EXPECT_EQ(a.recommended, b.recommended);
  EXPECT_EQ(a.reason, b.reason);
  EXPECT_EQ(a.disagreement, b.disagreement);
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    EXPECT_EQ(a.entries[i].calibration.camera->parameters(), b.entries[i].calibration.camera->parameters());
    EXPECT_EQ(a.entries[i].bias.robust.ratio_ci95, b.entries[i].bias.robust.ratio_ci95);
    EXPECT_EQ(a.entries[i].eme_cr2, b.entries[i].eme_cr2);
    EXPECT_EQ(a.entries[i].held_out_px, b.entries[i].held_out_px);
    EXPECT_EQ(a.entries[i].score, b.entries[i].score);
  }
}

TEST(SelectModel, LeavesCrossValidationOutWhenAsked) {
  const Selection selection =
      select_model(seen_by(radial1(), 8), {.models = models({"radial1"}), .cross_validation = false});
  EXPECT_TRUE(std::isnan(selection.entries[0].held_out_px));
  EXPECT_EQ(recommended(selection), "radial1");
}

TEST(SelectModel, TellsItsProgress) {
  std::vector<std::size_t> told;
  const Progress progress = [&](std::size_t done, std::size_t total) {
    if (total == 0) return true;  // only asked whether to go on
    told.push_back(done);
    EXPECT_EQ(total, 2U);
    return true;
  };
  static_cast<void>(
      select_model(seen_by(radial1(), 8), {.models = models({"pinhole", "radial1"}), .progress = progress}));
  EXPECT_THAT(told, ElementsAre(1, 2));
}

TEST(SelectModel, RecommendsNoneWhereNoneFits) {
  const Selection two = select_model(seen_by(radial2(), 2), {.models = models({"radial1", "radial2"})});
  EXPECT_FALSE(two.recommended);
  EXPECT_EQ(two.reason, "no model fits these observations");
  for (const SelectEntry& entry : two.entries) EXPECT_THAT(entry.problem, HasSubstr("at least 3"));

  Observations one = seen_by(radial2(), 1);
  const Selection single = select_model(one, {.models = models({"radial1", "fisheye"})});
  EXPECT_FALSE(single.recommended);
  for (const SelectEntry& entry : single.entries) {
    EXPECT_FALSE(entry.calibration.converged());
    EXPECT_EQ(entry.problem, entry.calibration.message);
  }
}

TEST(SelectModel, RefusesARegionWithoutAPoint) {
  const SelectOptions nowhere{.models = models({"radial1"}),
                              .mapping = {.grid = {.region = disc_region({-500, -500}, 10)}}};
  EXPECT_THROW(static_cast<void>(select_model(seen_by(radial1(), 8), nowhere)), Error);
}

}  // namespace
}  // namespace fiducia

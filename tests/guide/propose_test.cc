#include "fiducia/guide/propose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "fiducia/core/error.h"
#include "fiducia/guide/forecast.h"
#include "fiducia/guide/rank_views.h"
#include "fiducia/guide/view_in_words.h"
#include "tests/guide/guided_camera.h"

namespace fiducia {
namespace {

using testing::guided_board;
using testing::guided_camera;
using testing::guided_fisheye;
using testing::guided_views;

class Propose : public ::testing::Test {
 protected:
  Observations observations = guided_views(5, 4);
  Calibration calibration = calibrate(observations);
  InformationState information_state = information_state_of(calibration);
  Board board = board_of(observations.target);
};

TEST_F(Propose, CandidatesKeepTheLimitsAndReachAllNinthsOfTheImage) {
  std::array<int, 9> ninths{};
  const std::vector<CandidateView> candidates = draw_candidates(*calibration.camera, board, {.candidates = 400});
  EXPECT_GT(candidates.size(), 350U);
  for (const CandidateView& candidate : candidates) {
    EXPECT_TRUE(view_at(candidate.view.camera_from_target, *calibration.camera, board, {}));
    const auto ninth = 3 * static_cast<int>(candidate.placement.pixel.y() * 3 / 1216) +
                       static_cast<int>(candidate.placement.pixel.x() * 3 / 1936);
    ++ninths[static_cast<std::size_t>(std::clamp(ninth, 0, 8))];
  }
  for (const int count : ninths) EXPECT_GT(count, 10);
}

TEST_F(Propose, WideLensesAndTagGridsHaveCandidatesToo) {
  const Board tags = board_of(Target::tag_grid(6, 6, 0.05, 0.3));
  EXPECT_GT(draw_candidates(guided_fisheye(), tags, {.candidates = 100}).size(), 60U);
  EXPECT_GT(draw_candidates(guided_fisheye(), board, {.candidates = 100}).size(), 60U);
}

TEST_F(Propose, TheSameSeedGivesTheSameViewsOnAnyNumberOfThreads) {
  const auto one = propose_views(information_state, *calibration.camera, board, 3, {.seed = 5, .threads = 1});
  const auto two = propose_views(information_state, *calibration.camera, board, 3, {.seed = 5, .threads = 2});
  const auto other = propose_views(information_state, *calibration.camera, board, 3, {.seed = 6, .threads = 2});
  ASSERT_EQ(one.size(), 3U);
  ASSERT_EQ(two.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(one[i].view.camera_from_target.rotation, two[i].view.camera_from_target.rotation);
    EXPECT_EQ(one[i].view.camera_from_target.translation, two[i].view.camera_from_target.translation);
  }
  EXPECT_NE(one[0].view.camera_from_target.translation, other[0].view.camera_from_target.translation);
}

TEST_F(Propose, SearchingImprovesTheBestCandidate) {
  const auto candidates = draw_candidates(*calibration.camera, board, {});
  double best = std::numeric_limits<double>::infinity();
  for (const CandidateView& candidate : candidates) {
    best = std::min(best, information_state.criterion(information_state.A + candidate.S, Criterion::kEme));
  }
  const auto searched = propose_views(information_state, *calibration.camera, board, 1, {}, candidates);
  EXPECT_LT(information_state.criterion(information_state.A + searched[0].S, Criterion::kEme), best);
  const auto plain = propose_views(information_state, *calibration.camera, board, 1, {.refined = 0}, candidates);
  EXPECT_EQ(information_state.criterion(information_state.A + plain[0].S, Criterion::kEme), best);
}

TEST_F(Propose, SeveralViewsDifferAndEachHelps) {
  const auto views = propose_views(information_state, *calibration.camera, board, 6);
  ASSERT_EQ(views.size(), 6U);
  Eigen::MatrixXd a = information_state.A;
  double before = information_state.expected(a).eme_px;
  for (std::size_t i = 0; i < views.size(); ++i) {
    a += views[i].S;
    EXPECT_LT(information_state.expected(a).eme_px, before);
    before = information_state.expected(a).eme_px;
    for (std::size_t j = 0; j < i; ++j) {
      const bool another_place = (views[i].placement.pixel - views[j].placement.pixel).norm() > 180;
      const bool another_tilt = (views[i].placement.tilt_rad - views[j].placement.tilt_rad).norm() > 0.29;
      const bool another_roll = std::abs(views[i].placement.roll_rad - views[j].placement.roll_rad) > 0.29;
      const double ratio = views[i].placement.distance_m / views[j].placement.distance_m;
      EXPECT_TRUE(another_place || another_tilt || another_roll || ratio > 1.19 || ratio < 0.84) << i << " " << j;
    }
  }
}

TEST_F(Propose, NoTwoViewsAreToldInTheSameWords) {
  const std::vector<CandidateView> views = propose_views(information_state, *calibration.camera, board, 10);
  ASSERT_EQ(views.size(), 10U);
  for (std::size_t i = 0; i < views.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(described_alike(views[i].placement, views[j].placement, calibration.camera->image_size()))
          << view_in_words(views[i].placement, *calibration.camera, board);
    }
  }
}

TEST_F(Propose, WhereNothingIsPossibleNothingIsProposed) {
  EXPECT_TRUE(
      propose_views(information_state, *calibration.camera, board, 2, {.limits = {.min_square_px = 400}}).empty());
  EXPECT_THROW(static_cast<void>(draw_candidates(*calibration.camera, board, {.limits = {.max_tilt_rad = 2}})), Error);
  EXPECT_THROW(static_cast<void>(draw_candidates(*calibration.camera, board, {.candidates = 0})), Error);
  EXPECT_THROW(static_cast<void>(
                   draw_candidates(*calibration.camera, board, {.limits = {.min_distance_m = 2, .max_distance_m = 1}})),
               Error);
}

TEST_F(Propose, AForecastCountsTheViewsToTheGoalOrGivesUp) {
  const auto candidates = draw_candidates(*calibration.camera, board, {});
  const double now = information_state.expected(information_state.A).eme_px;
  const Outlook outlook(information_state, *calibration.camera, board);
  const auto until = [&](double px, int most = 50) {
    return forecast(information_state, outlook, {}, candidates, {Goal::Kind::kEme, px}, Criterion::kEme, most);
  };
  EXPECT_EQ(until(1.01 * now).images, 0);
  const Forecast some = until(0.3 * now);
  ASSERT_TRUE(some.images);
  EXPECT_GT(*some.images, 0);
  EXPECT_LE(some.expected.eme_px, 0.3 * now);
  const Forecast never = until(1e-3 * now, 10);
  EXPECT_FALSE(never.images);
  EXPECT_EQ(never.most, 10);
  EXPECT_FALSE(forecast(information_state, outlook, {}, {}, {Goal::Kind::kEme, 1e-3 * now}, Criterion::kEme).images);
}

class Rank : public Propose {
 protected:
  void SetUp() override {
    observations = guided_views(15, 8);
    calibration = calibrate(observations);
    information_state = information_state_of(calibration);
    for (const FrameInformation& frame : calibration.information.frames) information.push_back(frame.S());
  }
  std::vector<Eigen::MatrixXd> information;
};

TEST_F(Rank, IsTheGreedyOrder) {
  const Eigen::MatrixXd base = information[0] + information[1];
  const std::vector<Eigen::MatrixXd> rest(information.begin() + 2, information.end());
  const std::vector<RankedView> ranked = rank_views(information_state, base, rest, Criterion::kEme);
  ASSERT_EQ(ranked.size(), rest.size());
  Eigen::MatrixXd a = base;
  std::vector<bool> used(rest.size(), false);
  for (const RankedView& view : ranked) {
    const double chosen = information_state.criterion(a + rest[view.index], Criterion::kEme);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (used[i]) continue;
      EXPECT_LE(chosen, information_state.criterion(a + rest[i], Criterion::kEme));
    }
    EXPECT_FALSE(used[view.index]);
    used[view.index] = true;
    a += rest[view.index];
    EXPECT_NEAR(view.expected.eme_px, information_state.expected(a).eme_px, 1e-9);
  }
}

TEST_F(Rank, FromNothingSaysWhenItBeginsToMeanSomething) {
  // One view of a plane has two constraints for the three intrinsics of a pinhole.
  calibration = calibrate(observations, {.model = "pinhole"});
  information_state = information_state_of(calibration);
  information.clear();
  for (const FrameInformation& frame : calibration.information.frames) information.push_back(frame.S());
  const std::vector<RankedView> ranked =
      rank_views(information_state, Eigen::MatrixXd::Zero(3, 3), information, Criterion::kEme);
  EXPECT_FALSE(ranked.front().determined);
  EXPECT_TRUE(ranked[1].determined);
  EXPECT_NEAR(ranked.back().expected.eme_px, information_state.expected(information_state.A).eme_px, 1e-9);
  const std::size_t enough = enough_views(ranked, 0.1);
  EXPECT_GT(enough, 1U);
  EXPECT_LT(enough, ranked.size());
  EXPECT_LE(ranked[enough - 1].expected.eme_px, 1.1 * ranked.back().expected.eme_px);
  EXPECT_GT(ranked[enough - 2].expected.eme_px, 1.1 * ranked.back().expected.eme_px);
}

TEST_F(Rank, OfNothingIsEmpty) {
  EXPECT_TRUE(rank_views(information_state, information_state.A, {}, Criterion::kEme).empty());
  EXPECT_EQ(enough_views({}), 0U);
}

}  // namespace
}  // namespace fiducia

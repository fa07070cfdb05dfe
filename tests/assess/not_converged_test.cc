// Everything that needs a calibration that succeeded says so with one code.
#include <gtest/gtest.h>

#include <functional>

#include "fiducia/assess/optimum_check.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/cross_validation.h"
#include "fiducia/evaluate/estimators.h"
#include "fiducia/evaluate/evaluation.h"
#include "fiducia/solve/local_deviations.h"
#include "fiducia/solve/refit.h"

namespace fiducia {
namespace {

ErrorCode code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "was not refused";
  return ErrorCode::kBadFile;
}

TEST(NotConverged, IsOneCodeEverywhere) {
  const Calibration failed{.message = "too few frames"};
  const auto expect_refused = [](const std::function<void()>& call) {
    EXPECT_EQ(code_of(call), ErrorCode::kNotConverged);
  };
  expect_refused([&] { static_cast<void>(evaluate(failed)); });
  expect_refused([&] { static_cast<void>(bias_ratio(failed)); });
  expect_refused([&] { static_cast<void>(bias_source(failed)); });
  expect_refused([&] { static_cast<void>(covariance(failed)); });
  expect_refused([&] {
    EstimatorInput input(failed, {});
    static_cast<void>(quick_covariances(input));
  });
  expect_refused([&] { static_cast<void>(frame_influences(failed)); });
  expect_refused([&] { static_cast<void>(fit_tiles(failed)); });
  expect_refused([&] { static_cast<void>(residual_kld(failed)); });
  expect_refused([&] { static_cast<void>(local_deviations(failed)); });
  expect_refused([&] { static_cast<void>(Refit(failed)); });
  expect_refused([&] { static_cast<void>(cross_validate(failed)); });
  expect_refused([&] { static_cast<void>(check_optimum(failed)); });
  expect_refused([&] { static_cast<void>(failed.global_parameters()); });
}

}  // namespace
}  // namespace fiducia

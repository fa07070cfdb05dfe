#include "fiducia/evaluate/explanation.h"

#include <gtest/gtest.h>

namespace fiducia {
namespace {

/// Above the cost with evidence there is none, below it there is.
TEST(Explanation, HasEvidenceBelowACost) {
  FitSummary lean;
  lean.n_observations = 4000;
  lean.cost = 10;
  for (const int more : {0, 1, 30}) {
    for (const double c : {1.0, 3.0}) {
      const double limit = cost_with_evidence(lean, more, c);
      EXPECT_NEAR(fit_evidence(lean, limit, more, c), 0, 1e-9) << more;
      EXPECT_GT(fit_evidence(lean, 0.999 * limit, more, c), 0) << more;
      EXPECT_LT(fit_evidence(lean, 1.001 * limit, more, c), 0) << more;
    }
  }
}

}  // namespace
}  // namespace fiducia

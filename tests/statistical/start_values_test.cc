#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "fiducia/core/parallel.h"
#include "random_setups.h"

namespace fiducia {
namespace {

/// Set-ups a model. FIDUCIA_SETUPS=1000 repeats the figures of docs/start_values.md.
std::size_t setup_count() {
  const char* wanted = std::getenv("FIDUCIA_SETUPS");
  return wanted != nullptr ? std::max<std::size_t>(1, std::strtoul(wanted, nullptr, 10)) : 100;
}

enum class Outcome {
  kReached,     ///< the optimum that a start from the truth reaches, or a better one
  kEquivalent,  ///< another one, whose cost is higher by less than the variance of a single coordinate
  kReported,    ///< not reached, and said so
  kPassedOff,   ///< not reached, and claimed to have converged
  kOpen,        ///< the data do not determine the model, and said so: from the truth, too, there is no optimum
};

Outcome try_setup(const std::shared_ptr<const Model>& model, std::uint64_t seed) {
  const testing::Setup setup = testing::random_setup(model, seed);
  const Calibration from_truth =
      calibrate(setup.observations, {.model = model, .start = {setup.camera.parameters(), setup.camera_from_target}});
  const Calibration own = calibrate(setup.observations, {.model = model});
  if (!own.converged()) return own.status == from_truth.status ? Outcome::kOpen : Outcome::kReported;
  if (!from_truth.converged()) return Outcome::kReached;
  const double cost = own.left_out.empty() ? own.fit.cost : INFINITY;
  const double variance = from_truth.fit.cost / (from_truth.fit.n_observations - from_truth.fit.n_parameters);
  if (cost <= from_truth.fit.cost * (1 + 1e-6)) return Outcome::kReached;
  return cost <= from_truth.fit.cost + variance ? Outcome::kEquivalent : Outcome::kPassedOff;
}

class StartValues : public ::testing::TestWithParam<std::string> {};

/// Of random set-ups, 99.5% reach the optimum that a start from the truth reaches, or one that no data could tell from
/// it. (One failure is allowed in an ordinary run, of so few set-ups; the long run allows 0.5%.)
TEST_P(StartValues, ReachTheOptimumThatTheTruthReaches) {
  const std::shared_ptr<const Model> model = make_model(GetParam());
  const std::size_t count = setup_count();
  std::vector<Outcome> outcomes(count);
  parallel_for(count, 0, [&](std::size_t seed) { outcomes[seed] = try_setup(model, seed); });
  const auto number_of = [&](Outcome outcome) {
    return static_cast<std::size_t>(std::count(outcomes.begin(), outcomes.end(), outcome));
  };
  std::ostringstream failures;
  for (std::size_t seed = 0; seed < count; ++seed) {
    if (outcomes[seed] == Outcome::kReported) failures << " " << seed << " (reported)";
    if (outcomes[seed] == Outcome::kPassedOff) failures << " " << seed << " (passed off)";
  }
  const std::size_t failed = number_of(Outcome::kReported) + number_of(Outcome::kPassedOff);
  std::cout << model->info().name << ": " << count << " set-ups, " << number_of(Outcome::kReached) << " reached, "
            << number_of(Outcome::kEquivalent) << " equivalent, " << number_of(Outcome::kReported) << " reported, "
            << number_of(Outcome::kPassedOff) << " passed off, " << number_of(Outcome::kOpen) << " open\n";
  EXPECT_LE(failed, std::max<std::size_t>(1, count / 200)) << "seeds:" << failures.str();
}

std::vector<std::string> registered_names() {
  std::vector<std::string> names;
  for (const std::shared_ptr<const Model>& model : all_models()) names.emplace_back(model->info().name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, StartValues, ::testing::ValuesIn(registered_names()),
                         [](const auto& model) { return model.param; });

}  // namespace
}  // namespace fiducia

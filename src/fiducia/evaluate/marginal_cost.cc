#include "fiducia/evaluate/marginal_cost.h"

#include <cmath>

#include "fiducia/evaluate/effect_screen.h"

namespace fiducia {

double marginal_cost(double cost, double narrowed, int n_observations) {
  return cost * std::exp(narrowed / n_observations);
}

double marginal_cost(const Calibration& calibration) {
  const double cost = calibration.fit.cost;
  if (!has_effects_of_frames(calibration)) return cost;
  const std::optional<EffectScreen> screen = screen_effects(calibration, calibration.effects.layout.effects());
  return screen ? marginal_cost(cost, screen->narrowed, calibration.fit.n_observations) : cost;
}

std::optional<double> marginal_cost_with_lens(const Calibration& calibration, const Calibration& lens) {
  Calibration anew = calibration;
  anew.model = lens.model;
  anew.camera = lens.camera;
  for (std::size_t j = 0; j < anew.frames.size(); ++j) {
    anew.frames[j].camera_from_target = lens.frames[j].camera_from_target;
  }
  const std::optional<EffectScreen> screen = screen_effects(anew, calibration.effects.layout.effects());
  if (!screen) return std::nullopt;
  return marginal_cost(screen->cost, screen->narrowed, calibration.fit.n_observations);
}

bool has_effects_of_frames(const Calibration& calibration) { return calibration.effects.layout.frame_size() > 0; }

int common_parameters(const Calibration& calibration) {
  const double freedom = has_effects_of_frames(calibration) ? calibration.effects.freedom : 0;
  return calibration.fit.n_parameters - static_cast<int>(std::lround(freedom));
}

}  // namespace fiducia

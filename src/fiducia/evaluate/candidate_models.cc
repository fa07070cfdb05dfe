#include "fiducia/evaluate/candidate_models.h"

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/convert_model.h"
#include "fiducia/solve/spline_start.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {

std::vector<std::shared_ptr<const Model>> models_for(double field_deg) {
  std::vector<std::shared_ptr<const Model>> models = models_for_any_lens();
  std::erase_if(models, [&](const std::shared_ptr<const Model>& model) {
    const FieldRange range = model->info().field;
    return field_deg < range.least_deg || field_deg > range.most_deg;
  });
  return models;
}

std::vector<std::shared_ptr<const Model>> models_for_any_lens() {
  std::vector<std::shared_ptr<const Model>> models;
  for (const std::shared_ptr<const Model>& model : all_models()) {
    if (const FieldRange range = model->info().field; range.least_deg <= range.most_deg) models.push_back(model);
  }
  return models;
}

std::shared_ptr<const Model> with_formula(const std::shared_ptr<const Model>& model) {
  return as_spline(*model) == nullptr ? model : make_model("fisheye");
}

std::optional<Calibration> calibrate_like(const Calibration& known, const std::shared_ptr<const Model>& asked,
                                          const std::shared_ptr<const Observations>& observations,
                                          const WarmStart& how) {
  try {
    CalibrateOptions options = continued_from(known, how.threads);
    const std::shared_ptr<const Model> model = with_field_for(asked, known);
    std::optional<std::vector<double>> lens = lens_like(known, *model);
    if (!lens) return std::nullopt;
    options.model = model;
    options.loss = how.loss;
    options.progress = how.progress;
    options.max_iterations = how.max_iterations;
    options.tolerance = how.tolerance;
    options.only_compared = how.only_compared;
    options.least_gain = how.least_gain;
    options.initial.parameters = std::move(*lens);
    if (how.target_shape == TargetShape::kPlanar) {
      options.initial.target_points.clear();
    } else if (options.target_shape != how.target_shape) {
      options.initial.target_points = target_points(known);
    }
    options.target_shape = how.target_shape;
    options.effects = how.effects;
    if (!how.effect_start.empty()) options.initial.effects = how.effect_start;
    Calibration calibration = calibrate(observations, options);
    if (calibration.converged()) return calibration;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;  // otherwise as if nothing were known
  }
  return std::nullopt;
}

}  // namespace fiducia

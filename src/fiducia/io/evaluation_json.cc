#include "fiducia/io/evaluation_json.h"

#include <cmath>
#include <limits>
#include <string>

#include "fiducia/evaluate/image_length.h"
#include "fiducia/io/json_values.h"

namespace fiducia {
namespace {

Json pair(const std::array<double, 2>& values) { return Json::array({values[0], values[1]}); }
Json pair(const Vector2& value) { return Json::array({value.x(), value.y()}); }

Json matrix(const Eigen::MatrixXd& values) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < values.cols(); ++j) row.push_back(values(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// A list a quantity, all in the order of the cells.
Json cells_object(const std::vector<BiasCell>& cells) {
  Json places = Json::array();
  Json coordinates = Json::array();
  Json means = Json::array();
  Json eps = Json::array();
  for (const BiasCell& cell : cells) {
    places.push_back(pair(cell.place));
    coordinates.push_back(cell.coordinates);
    means.push_back(pair(cell.mean_px));
    eps.push_back(cell.eps_px);
  }
  return {{"place", std::move(places)},
          {"coordinates", std::move(coordinates)},
          {"mean_px", std::move(means)},
          {"eps_px", std::move(eps)}};
}

Json one_uncertainty(const Camera& camera, const Uncertainty& uncertainty) {
  const CovarianceEstimate& covariance = uncertainty.covariance;
  const Eigen::VectorXd sigma = covariance.sigma();
  Json named_sigma = Json::object();
  for (Eigen::Index i = 0; i < sigma.size(); ++i) {
    named_sigma[std::string(camera.model().info().parameters[static_cast<std::size_t>(i)].name)] = sigma[i];
  }
  const Eigen::VectorXd interval = uncertainty.interval95();
  Json named_interval = Json::object();
  for (Eigen::Index i = 0; i < interval.size(); ++i) {
    named_interval[std::string(camera.model().info().parameters[static_cast<std::size_t>(i)].name)] = interval[i];
  }
  Json object = {{"sigma", std::move(named_sigma)},
                 {"eme", uncertainty.error.mean},
                 {"eme_px", uncertainty.error.root},
                 {"eigenvalues", uncertainty.error.eigenvalues},
                 {"k_quantiles", {{"0.5", uncertainty.k_median}, {"0.95", uncertainty.k_95}}},
                 {"error95_px", std::sqrt(uncertainty.bound95)},
                 {"degrees_of_freedom", uncertainty.sample.degrees_of_freedom},
                 {"interval95", std::move(named_interval)},
                 {"samples", covariance.samples},
                 {"redrawn", covariance.redrawn},
                 {"decisive_frames", covariance.decisive_frames}};
  if (covariance.matrix.rows() <= kMostInMatrices) {
    object["covariance"] = matrix(covariance.matrix);
    object["correlation"] = matrix(covariance.correlation());
  }
  return object;
}

Json offset_object(const MappingOffset& offset) {
  Json differences = Json::array();
  for (const MappingArrow& arrow : offset.map) {
    differences.push_back(arrow.comparable ? pair(arrow.difference) : Json(nullptr));
  }
  return {{"k", offset.k},
          {"k_px", offset.k_px},
          {"largest_px", offset.largest_px},
          {"largest_at", pair(offset.largest_at)},
          {"differences", std::move(differences)}};
}

}  // namespace

Json bias_object(const BiasRatio& bias, const BiasSource& source) {
  const BiasEstimate& main = bias.headline();
  Json image_map = {{"columns", bias.image_columns}, {"rows", bias.image_rows}};
  image_map.update(cells_object(bias.image));
  return {{"ratio", main.ratio},
          {"ratio_ci95", pair(main.ratio_ci95)},
          {"eps_px", main.eps_px},
          {"eps_px_ci95", pair(main.eps_px_ci95)},
          {"sigma_d_px", main.sigma_d_px},
          {"f_statistic", bias.f_statistic},
          {"p_value", bias.p_value},
          {"n_tiles", bias.n_tiles},
          {"tiles_not_fitted", bias.tiles_not_fitted},
          {"plain", bias.plain_asked_for},
          {"plain_ratio", bias.plain.ratio},
          {"plain_ratio_ci95", pair(bias.plain.ratio_ci95)},
          {"plain_eps_px", bias.plain.eps_px},
          {"plain_eps_px_ci95", pair(bias.plain.eps_px_ci95)},
          {"plain_sigma_d_px", bias.plain.sigma_d_px},
          {"source",
           {{"target_share", source.target_share},
            {"image_share", source.image_share},
            {"out_of_plane_m", source.out_of_plane_m}}},
          {"target_map", cells_object(bias.target)},
          {"image_map", std::move(image_map)}};
}

Json uncertainty_object(const Camera& camera, const std::vector<Uncertainty>& uncertainty) {
  Json object = Json::object();
  for (const Uncertainty& entry : uncertainty) {
    object[std::string(to_string(entry.covariance.method))] = one_uncertainty(camera, entry);
  }
  return object;
}

Json metrics_object(const BaselineMetrics& metrics) {
  return {{"kld", metrics.kld},
          {"max_ere_px", metrics.max_ere_px},
          {"max_ere_px_closed_form_std", metrics.max_ere_closed_form_px},
          {"observability", metrics.observability},
          {"trace", metrics.trace}};
}

Json mapping_object(const MappingSensitivity& sensitivity, const MappingErrorOptions& options, ImageSize image_size) {
  Json object = {{"grid", Json::array({options.grid.columns, options.grid.rows})},
                 {"rotation_compensated", options.compensate_rotation},
                 {"points", sensitivity.points},
                 {"without_ray", sensitivity.without_ray},
                 {"without_weight", sensitivity.without_weight},
                 {"H", matrix(sensitivity.H)}};
  if (options.grid.region) object["weights"] = cell_weights(image_size, options.grid);
  return object;
}

Json map_object(const UncertaintyMap& map) {
  Json sigma = Json::array();
  Json uncompensated = Json::array();
  Json observed = Json::array();
  for (const UncertaintyCell& cell : map.cells) {
    sigma.push_back(cell.in_domain ? Json(cell.sigma_px) : Json(nullptr));
    uncompensated.push_back(cell.in_domain ? Json(cell.sigma_uncompensated_px) : Json(nullptr));
    observed.push_back(cell.observed ? 1 : 0);
  }
  return {{"columns", map.columns},
          {"rows", map.rows},
          {"sigma_px", std::move(sigma)},
          {"sigma_uncompensated_px", std::move(uncompensated)},
          {"observed", std::move(observed)}};
}

Json histogram_object(const ResidualHistogram& histogram) {
  return {{"bins", histogram.bins}, {"range_px", histogram.range_px}, {"density", histogram.density}};
}

Json shape_object(TargetShape shape, const TargetDeformation* deformation) {
  Json object = {{"shape", to_string(shape)}};
  if (deformation == nullptr || deformation->corners.empty()) return object;
  Json corners = Json::array();
  for (const CornerDisplacement& corner : deformation->corners) {
    corners.push_back({{"id", corner.id},
                       {"displacement_m", json_array(corner.displacement_m)},
                       {"sigma_m", json_array(corner.sigma_m)},
                       {"p_value", corner.p_value},
                       {"significant", corner.significant}});
  }
  object["peak_to_valley_m"] = deformation->peak_to_valley_m;
  object["out_of_plane_rms_m"] = deformation->out_of_plane_rms_m;
  object["in_plane_rms_m"] = deformation->in_plane_rms_m;
  object["sigma_m"] = deformation->sigma_m;
  object["significant_corners"] = deformation->significant_corners;
  object["corners"] = std::move(corners);
  return object;
}

Json difference_object(const MappingDifference& difference) {
  const Vector3 rotation = rotation_log(difference.rotation);
  return {{"format", "fiducia.comparison/1"},        {"points", difference.points},
          {"without_ray", difference.without_ray},   {"grid", Json::array({difference.columns, difference.rows})},
          {"rotation_vector", json_array(rotation)}, {"compensated", offset_object(difference.compensated)},
          {"plain", offset_object(difference.plain)}};
}

Json selection_object(const Selection& selection) {
  Json models = Json::array();
  for (const SelectEntry& entry : selection.entries) {
    const Model& tried = *entry.calibration.model;
    Json model = {{"model", tried.info().name}, {"n_intrinsics", tried.size()}};
    if (!entry.problem.empty()) {
      model["problem"] = entry.problem;
    } else {
      model["parameters"] = parameters_object(*entry.calibration.camera);
      model["rmse"] = entry.calibration.fit.rmse;
      model["bias"] = {
          {"ratio", entry.bias.headline().ratio},           {"ratio_ci95", pair(entry.bias.headline().ratio_ci95)},
          {"eps_px", entry.bias.headline().eps_px},         {"eps_px_ci95", pair(entry.bias.headline().eps_px_ci95)},
          {"sigma_d_px", entry.bias.headline().sigma_d_px}, {"p_value", entry.bias.p_value}};
      model["eme_px"] = std::sqrt(entry.eme_cr2);
      model["eme_px_std"] = std::sqrt(entry.eme_std);
      model["error95_px"] = std::sqrt(entry.bound95);
      model["held_out_px"] = entry.held_out_px;
      model["aic"] = entry.aic;
      model["bic"] = entry.bic;
      model["score"] = entry.score;
      model["total_px"] = image_length(entry.total);
      model["without_ray"] = entry.without_ray;
    }
    model["seconds"] = entry.seconds;
    models.push_back(std::move(model));
  }
  Json object = {{"format", "fiducia.selection/1"},
                 {"recommended", nullptr},
                 {"reason", selection.reason},
                 {"field_deg", selection.field_deg},
                 {"disagreement", selection.disagreement},
                 {"models", std::move(models)}};
  if (selection.recommended) {
    object["recommended"] = selection.entries[*selection.recommended].calibration.model->info().name;
  }
  return object;
}

}  // namespace fiducia

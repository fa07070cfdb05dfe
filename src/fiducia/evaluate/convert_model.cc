#include "fiducia/evaluate/convert_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "fiducia/camera/registry.h"
#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/solve/fit_spline.h"
#include "fiducia/solve/start/fit_lens.h"

namespace fiducia {
namespace {

constexpr int kLatticeColumns = 64;
constexpr int kLatticeRows = 48;

/// Fits go on until they gain less than this part.
constexpr double kLeastGain = 1e-9;
constexpr int kMostRounds = 30;

struct ImageRays {
  std::vector<PixelRay> pairs;
  int without_ray = 0;
};

/// A lattice from border to border: the corners of the image are where models differ most.
ImageRays rays_of(const Camera& camera) {
  ImageRays rays;
  const ImageSize size = camera.image_size();
  for (int row = 0; row <= kLatticeRows; ++row) {
    for (int column = 0; column <= kLatticeColumns; ++column) {
      const Vector2 pixel(static_cast<double>(size.width) * column / kLatticeColumns - 0.5,
                          static_cast<double>(size.height) * row / kLatticeRows - 0.5);
      if (const std::optional<Vector3> ray = camera.unproject(pixel)) {
        rays.pairs.push_back({pixel, *ray});
      } else {
        ++rays.without_ray;
      }
    }
  }
  return rays;
}

/// The parameters that have the same names; the two focal lengths and the one stand for each other.
std::vector<double> same_names(const Camera& camera, const Model& model) {
  std::vector<double> theta(static_cast<std::size_t>(model.size()), 0);
  const auto value = [&](std::string_view name) {
    const int index = camera.model().index_of(name);
    return index < 0 ? 0 : camera.parameters()[static_cast<std::size_t>(index)];
  };
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const std::string_view name = model.info().parameters[i].name;
    theta[i] = value(name);
    if (theta[i] == 0 && (name == "fx" || name == "fy")) theta[i] = value("f");
    if (name == "f" && theta[i] == 0) theta[i] = (value("fx") + value("fy")) / 2;
  }
  return theta;
}

/// All initial values worth a try, but for those of a simpler model.
std::vector<std::vector<double>> plain_initial_values(const Camera& camera, const Model& model) {
  std::vector<std::vector<double>> estimates = {same_names(camera, model)};
  constexpr double kSmallAngle = 1e-3;
  const std::optional<Vector2> axis = camera.project({0, 0, 1});
  const std::optional<Vector2> beside = camera.project({kSmallAngle, 0, 1});
  if (!axis || !beside) return estimates;
  const double f = (*beside - *axis).norm() / kSmallAngle;
  for (std::vector<double>& shape : model.initial_shapes(f, axis->x(), axis->y()))
    estimates.push_back(std::move(shape));
  return estimates;
}

std::vector<std::vector<double>> initial_values_for(const Camera& camera, const Model& model) {
  std::vector<std::vector<double>> estimates = plain_initial_values(camera, model);
  if (!model.simpler().empty())
    estimates.push_back(same_names(convert_model(camera, make_model(model.simpler())).camera, model));
  return estimates;
}

std::optional<LensFitResult> settled(const Model& model, const std::vector<PixelRay>& pairs,
                                     std::vector<double> initial) {
  std::optional<LensFitResult> best = fit_lens(model, pairs, std::move(initial));
  for (int i = 0; best && i < kMostRounds; ++i) {
    const std::optional<LensFitResult> next = fit_lens(model, pairs, best->parameters);
    if (!next || !(next->rmse < best->rmse * (1 - kLeastGain))) break;
    best = next;
  }
  return best;
}

/// Corners that lens_like() looks at, spread over all frames.
constexpr std::size_t kMostPairs = 600;

std::vector<PixelRay> seen_pairs(const Calibration& calibration) {
  std::size_t count = 0;
  for (const FrameFit& frame : calibration.frames) count += corners_of(calibration, frame).size();
  const std::size_t step = std::max<std::size_t>((count + kMostPairs - 1) / kMostPairs, 1);
  std::vector<PixelRay> pairs;
  std::size_t i = 0;
  for (const FrameFit& frame : calibration.frames) {
    for (const Corner& corner : corners_of(calibration, frame)) {
      if (i++ % step != 0) continue;
      const Vector3& point = target_points(calibration)[static_cast<std::size_t>(corner.id)];
      pairs.push_back({corner.pixel, (frame.camera_from_target * point).normalized()});
    }
  }
  return pairs;
}

std::optional<LensFitResult> best_lens(const Camera& camera, const Model& model, const std::vector<PixelRay>& pairs) {
  std::vector<std::vector<double>> estimates = plain_initial_values(camera, model);
  if (!model.simpler().empty()) {
    const std::shared_ptr<const Model> simpler = make_model(model.simpler());
    if (const std::optional<LensFitResult> fit = best_lens(camera, *simpler, pairs)) {
      estimates.push_back(same_names(Camera(simpler, fit->parameters, camera.image_size()), model));
    }
  }
  std::optional<LensFitResult> best;
  for (std::vector<double>& initial : estimates) {
    std::optional<LensFitResult> fit = fit_lens(model, pairs, std::move(initial));
    if (!fit || !std::isfinite(fit->rmse)) continue;
    if (!best || fit->rmse < best->rmse) best = std::move(fit);
  }
  return best;
}

ModelConversion converted_to_spline(const Camera& camera, const std::shared_ptr<const Model>& model,
                                    const ImageRays& rays) {
  auto spline = std::dynamic_pointer_cast<const SplineModel>(model);
  if (spline->field_is_open()) {
    std::vector<Vector3> seen;
    for (const PixelRay& pair : rays.pairs) seen.push_back(pair.ray);
    spline = spline->with_field_for(seen);
  }
  std::optional<std::vector<double>> theta = fit_spline(*spline, camera);
  if (!theta) {
    throw Error(ErrorCode::kDegenerate,
                "the camera has no rays around its axis to fit model " + std::string(model->info().name) + " to");
  }
  const Camera converted(spline, std::move(*theta), camera.image_size());
  return {converted, conversion_error(converted, camera)};
}

}  // namespace

ConversionError conversion_error(const Camera& camera, const Camera& reference) {
  const ImageRays rays = rays_of(reference);
  ConversionError error{.without_ray = rays.without_ray};
  std::vector<double> distances;
  for (const PixelRay& pair : rays.pairs) {
    const std::optional<Vector2> pixel = camera.project(pair.ray);
    if (!pixel) {
      ++error.not_projected;
      continue;
    }
    const double distance = (*pixel - pair.pixel).norm();
    distances.push_back(distance);
    error.mean_px += distance;
    if (distance > error.largest_px) {
      error.largest_px = distance;
      error.largest_at = pair.pixel;
    }
  }
  error.points = static_cast<int>(distances.size());
  if (distances.empty()) {
    error.mean_px = error.quantile95_px = error.largest_px = std::numeric_limits<double>::infinity();
    return error;
  }
  error.mean_px /= static_cast<double>(distances.size());
  const auto at = distances.begin() + static_cast<std::ptrdiff_t>(0.95 * static_cast<double>(distances.size() - 1));
  std::nth_element(distances.begin(), at, distances.end());
  error.quantile95_px = *at;
  return error;
}

std::optional<std::vector<double>> as_special_case(const Calibration& calibration, const Model& model) {
  constexpr double kSame_px = 1e-6;
  const Camera& camera = *calibration.camera;
  std::vector<double> theta = same_names(camera, model);
  for (const PixelRay& pair : seen_pairs(calibration)) {
    const std::optional<Vector2> pixel = camera.project(pair.ray);
    if (!pixel || !model.computable(theta.data(), pair.ray)) return std::nullopt;
    if (!((model.project(theta.data(), pair.ray) - *pixel).norm() < kSame_px)) return std::nullopt;
  }
  return theta;
}

std::optional<std::vector<double>> lens_like(const Calibration& calibration, const Model& model) {
  require_converged(calibration, "a lens of another model");
  if (same_model(model, *calibration.model)) return calibration.camera->parameters();
  if (const SplineModel* spline = as_spline(model)) return fit_spline(*spline, *calibration.camera);
  if (std::optional<std::vector<double>> same = as_special_case(calibration, model)) return same;
  std::optional<LensFitResult> fit = best_lens(*calibration.camera, model, seen_pairs(calibration));
  if (!fit) return std::nullopt;
  return std::move(fit->parameters);
}

ModelConversion convert_model(const Camera& camera, const std::shared_ptr<const Model>& model) {
  if (same_model(*model, camera.model())) return {camera, conversion_error(camera, camera)};
  const ImageRays rays = rays_of(camera);
  if (as_spline(*model) != nullptr) return converted_to_spline(camera, model, rays);
  std::optional<ModelConversion> best;
  const auto rank = [](const ConversionError& error) { return std::pair(error.not_projected, error.mean_px); };
  for (std::vector<double>& initial : initial_values_for(camera, *model)) {
    const std::optional<LensFitResult> fit = settled(*model, rays.pairs, std::move(initial));
    if (!fit ||
        !std::all_of(fit->parameters.begin(), fit->parameters.end(), [](double p) { return std::isfinite(p); })) {
      continue;
    }
    const Camera converted(model, fit->parameters, camera.image_size());
    const ConversionError error = conversion_error(converted, camera);
    if (!best || rank(error) < rank(best->error)) best.emplace(ModelConversion{converted, error});
  }
  if (!best) {
    throw Error(ErrorCode::kDegenerate,
                "the camera has too few rays in its image (" + std::to_string(rays.pairs.size()) + " of " +
                    std::to_string(rays.pairs.size() + static_cast<std::size_t>(rays.without_ray)) +
                    " points) to fit model " + std::string(model->info().name) + " to them");
  }
  return *best;
}

}  // namespace fiducia

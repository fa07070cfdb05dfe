#include "fiducia/io/formats/mrcal_spline.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "fiducia/core/error.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr std::string_view kSplined = "LENSMODEL_SPLINED_STEREOGRAPHIC";
constexpr int kOutlineDirections = 90;
constexpr double kEnough_px = 0.1;

/// "_KEY=NUMBER" at the beginning of `rest`, which it is taken from.
int take_setting(std::string_view name, std::string_view key, std::string_view* rest) {
  const std::string prefix = "_" + std::string(key) + "=";
  int value = 0;
  if (rest->starts_with(prefix)) {
    rest->remove_prefix(prefix.size());
    const auto [end, error] = std::from_chars(rest->data(), rest->data() + rest->size(), value);
    if (error == std::errc() && value >= 0) {
      rest->remove_prefix(static_cast<std::size_t>(end - rest->data()));
      return value;
    }
  }
  throw Error(ErrorCode::kBadData, "a splined model is called " + std::string(kSplined) +
                                       "_order=3_Nx=30_Ny=20_fov_x_deg=170, with whole numbers, not " + excerpt(name));
}

/// Crossings to the right decide.
bool in_polygon(const std::vector<Vector2>& polygon, const Vector2& p) {
  bool odd = false;
  for (std::size_t i = 0, last = polygon.size() - 1; i < polygon.size(); last = i++) {
    const Vector2& a = polygon[i];
    const Vector2& b = polygon[last];
    if ((a.y() > p.y()) == (b.y() > p.y())) continue;
    if (p.x() < a.x() + (p.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x())) odd = !odd;
  }
  return odd;
}

/// Where the middle of a cell falls in the image, as far as the formula goes.
Vector2 pixel_of_cell(const Camera& camera, const SplineGrid& grid, int column, int row) {
  const Vector2 u = grid.from_cells(Vector2(column + 0.5, row + 0.5));
  return camera.model().project(camera.parameters().data(), from_stereographic(u));
}

}  // namespace

std::optional<SplineGrid> grid_of_mrcal_name(std::string_view name) {
  if (!name.starts_with(kSplined)) return std::nullopt;
  std::string_view rest = name.substr(kSplined.size());
  SplineGrid grid;
  grid.order = take_setting(name, "order", &rest);
  grid.columns = take_setting(name, "Nx", &rest);
  grid.rows = take_setting(name, "Ny", &rest);
  grid.field_deg = take_setting(name, "fov_x_deg", &rest);
  std::string fault = grid.fault();
  if (fault.empty() && grid.field_deg == 0) fault = "a field of view has 1 to 359 degrees, not 0";
  if (fault.empty() && !rest.empty()) fault = "nothing follows the field of view";
  if (!fault.empty()) throw Error(ErrorCode::kBadData, excerpt(name) + " is no splined lens: " + fault);
  return grid;
}

std::string mrcal_name_of(const SplineGrid& grid) {
  return std::string(kSplined) + "_order=" + std::to_string(grid.order) + "_Nx=" + std::to_string(grid.columns) +
         "_Ny=" + std::to_string(grid.rows) + "_fov_x_deg=" + std::to_string(grid.field_deg);
}

std::vector<Vector2> valid_region(const Camera& camera) {
  const SplineModel* model = as_spline(camera.model());
  if (model == nullptr || model->determined().empty()) return {};
  const SplineGrid& grid = model->grid();
  const ImageSize size = camera.image_size();
  const auto in_image = [&](const Vector2& p) {
    return p.x() >= 0 && p.y() >= 0 && p.x() <= size.width - 1 && p.y() <= size.height - 1;
  };
  Vector2 middle = Vector2::Zero();
  int count = 0;
  for (int row = 0; row < grid.cell_rows(); ++row) {
    for (int column = 0; column < grid.cell_columns(); ++column) {
      if (!model->determined()[static_cast<std::size_t>(row * grid.cell_columns() + column)]) continue;
      const Vector2 pixel = pixel_of_cell(camera, grid, column, row);
      if (!in_image(pixel)) continue;
      middle += pixel;
      ++count;
    }
  }
  if (count == 0) return {};
  middle /= count;
  std::vector<Vector2> outline;
  for (int i = 0; i < kOutlineDirections; ++i) {
    const double phi = 2 * std::numbers::pi * i / kOutlineDirections;
    const Vector2 along(std::cos(phi), std::sin(phi));
    const auto sees = [&](double r) {
      return in_image(middle + r * along) && camera.unproject(middle + r * along).has_value();
    };
    double out = std::hypot(size.width, size.height);
    double in = 0;
    while (out - in > kEnough_px) (sees(0.5 * (in + out)) ? in : out) = 0.5 * (in + out);
    outline.emplace_back(middle + in * along);
  }
  outline.push_back(outline.front());
  return outline;
}

Camera with_valid_region(const Camera& camera, const std::vector<Vector2>& polygon) {
  const SplineModel* model = as_spline(camera.model());
  if (model == nullptr || polygon.size() < 3) return camera;
  const SplineGrid& grid = model->grid();
  std::vector<bool> cells;
  for (int row = 0; row < grid.cell_rows(); ++row) {
    for (int column = 0; column < grid.cell_columns(); ++column) {
      cells.push_back(in_polygon(polygon, pixel_of_cell(camera, grid, column, row)));
    }
  }
  return {model->with_determined(std::move(cells)), camera.parameters(), camera.image_size()};
}

}  // namespace fiducia

#include "fiducia/camera/spline_grid.h"

#include <charconv>
#include <cmath>
#include <numbers>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

/// A whole number at the beginning of `text`, which it is taken from.
std::optional<int> take_whole_number(std::string_view* text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || text->starts_with('-')) return std::nullopt;
  text->remove_prefix(static_cast<std::size_t>(end - text->data()));
  return value;
}

bool take_character(std::string_view* text, char what) {
  if (!text->starts_with(what)) return false;
  text->remove_prefix(1);
  return true;
}

/// Where (|p| + z) / |p| is smaller, a ray looks straight back to within a few thousandths of a degree.
constexpr double kLeastForward = 1e-9;

}  // namespace

SplineGrid SplineGrid::parse(std::string_view name, int order, std::string_view configuration) {
  std::string_view rest = configuration;
  const auto refuse = [&](const std::string& why) {
    const std::string spec = std::string(name) + ":" + std::string(configuration);
    throw Error(ErrorCode::kBadOption, "'" + spec + "' is not a splined lens: " + why + "; give " + std::string(name) +
                                           ":COLUMNSxROWS or, with the field of view in degrees, " + std::string(name) +
                                           ":COLUMNSxROWS:FIELD, such as " + std::string(name) + ":20x14:120");
  };
  SplineGrid grid{.order = order};
  const std::optional<int> columns = take_whole_number(&rest);
  const bool by = take_character(&rest, 'x');
  const std::optional<int> rows = take_whole_number(&rest);
  if (!columns || !by || !rows) refuse("its knots are COLUMNSxROWS");
  grid.columns = *columns;
  grid.rows = *rows;
  if (!rest.empty()) {
    std::optional<int> field;
    if (take_character(&rest, ':')) field = take_whole_number(&rest);
    if (!field || !rest.empty()) refuse("its field of view is a whole number of degrees");
    if (*field == 0) refuse("a field of view has 1 to 359 degrees, not 0");
    grid.field_deg = *field;
  }
  if (const std::string fault = grid.fault(); !fault.empty()) refuse(fault);
  return grid;
}

std::string SplineGrid::configuration() const {
  return std::to_string(columns) + "x" + std::to_string(rows) + (field_deg == 0 ? "" : ":" + std::to_string(field_deg));
}

std::string SplineGrid::fault() const {
  if (order != 2 && order != 3) return "its order is 2 or 3, not " + std::to_string(order);
  if (columns <= order || rows <= order) {
    return "order " + std::to_string(order) + " needs at least " + std::to_string(order + 1) +
           " knots in both directions";
  }
  if (columns > kMostKnots || rows > kMostKnots || knots() > kMostKnots) {
    return "it has more than " + std::to_string(kMostKnots) + " knots";
  }
  if (field_deg < 0 || field_deg > 359) {
    return "a field of view has 1 to 359 degrees, not " + std::to_string(field_deg);
  }
  return {};
}

double SplineGrid::edge() const { return 2 * std::tan(field_deg * std::numbers::pi / 180 / 4); }

std::optional<Vector2> stereographic(const Vector3& x) {
  const double norm = x.norm();
  if (!(norm + x.z() > kLeastForward * norm)) return std::nullopt;
  return 2 * x.head<2>() / (norm + x.z());
}

Vector3 from_stereographic(const Vector2& u) {
  const double square = u.squaredNorm();
  return Vector3(4 * u.x(), 4 * u.y(), 4 - square) / (4 + square);
}

}  // namespace fiducia

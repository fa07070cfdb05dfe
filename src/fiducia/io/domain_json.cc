#include "fiducia/io/domain_json.h"

#include "fiducia/camera/spline.h"

namespace fiducia {

Json domain_array(const Camera& camera) {
  const SplineModel* spline = as_spline(camera.model());
  if (spline == nullptr || spline->determined().empty()) return nullptr;
  Json rows = Json::array();
  const int columns = spline->grid().cell_columns();
  for (int row = 0; row < spline->grid().cell_rows(); ++row) {
    std::string cells;
    for (int column = 0; column < columns; ++column) {
      cells += spline->determined()[static_cast<std::size_t>(row * columns + column)] ? '#' : '.';
    }
    rows.push_back(cells);
  }
  return rows;
}

std::shared_ptr<const Model> with_domain(const JsonDocument& document, const Json& root,
                                         const std::shared_ptr<const Model>& model) {
  const Json* domain = document.optional_member(root, "domain");
  if (domain == nullptr) return model;
  const SplineModel* spline = as_spline(*model);
  if (spline == nullptr)
    document.fail(*domain, "is for splined lenses; model " + std::string(model->info().name) + " has none");
  const auto columns = static_cast<std::size_t>(spline->grid().cell_columns());
  std::vector<bool> cells;
  for (const Json& row : document.array(*domain, static_cast<std::size_t>(spline->grid().cell_rows()))) {
    const std::string& text = document.string(row);
    if (text.size() != columns || text.find_first_not_of("#.") != std::string::npos) {
      document.fail(row, "must have " + std::to_string(columns) + " characters # or ., one per cell");
    }
    for (const char c : text) cells.push_back(c == '#');
  }
  return spline->with_determined(std::move(cells));
}

}  // namespace fiducia

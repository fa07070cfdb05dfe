#include "fiducia/use/lookup_map.h"

#include <algorithm>

#include "fiducia/core/parallel.h"
#include "fiducia/simulate/ray_table.h"

namespace fiducia {
namespace {

LookupMap empty_lookup(ImageSize size) {
  const std::size_t count = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
  return {size, std::vector<float>(count, LookupMap::kNowhere), std::vector<float>(count, LookupMap::kNowhere)};
}

void note_place(LookupMap& map, std::size_t index, const std::optional<Vector2>& place, ImageSize other) {
  if (!place || !in_image(other, *place)) return;
  map.x[index] = static_cast<float>(place->x());
  map.y[index] = static_cast<float>(place->y());
}

}  // namespace

double LookupMap::share_without_place() const {
  if (x.empty()) return 0;
  return static_cast<double>(std::count(x.begin(), x.end(), kNowhere)) / static_cast<double>(x.size());
}

LookupMap map_to_source(const Camera& source, const OutputCamera& output, int threads, const Progress& progress) {
  LookupMap map = empty_lookup(output.image_size);
  const auto width = static_cast<std::size_t>(map.size.width);
  SharedProgress shared(progress);
  parallel_for(static_cast<std::size_t>(map.size.height), threads, [&](std::size_t row) {
    shared.require_go_on();
    for (std::size_t column = 0; column < width; ++column) {
      const Vector2 pixel(static_cast<double>(column), static_cast<double>(row));
      const std::optional<Vector3> ray = output.unproject(pixel);
      if (ray) note_place(map, row * width + column, source.project(*ray), source.image_size());
    }
  });
  return map;
}

LookupMap map_to_output(const Camera& source, const OutputCamera& output, int threads, const Progress& progress) {
  LookupMap map = empty_lookup(source.image_size());
  const auto width = static_cast<std::size_t>(map.size.width);
  const RayTable table(source, 0, threads, progress);
  SharedProgress shared(progress);
  parallel_for(static_cast<std::size_t>(map.size.height), threads, [&](std::size_t row) {
    shared.require_go_on();
    std::vector<Vector3> rays(width);
    table.row(static_cast<int>(row), rays);
    for (std::size_t column = 0; column < width; ++column) {
      if (!rays[column].allFinite()) continue;
      note_place(map, row * width + column, output.project(rays[column]), output.image_size);
    }
  });
  return map;
}

SourceLoss source_loss(const Camera& source, const OutputCamera& output) {
  constexpr int kColumns = 160;
  constexpr int kRows = 120;
  const ImageSize size = source.image_size();
  int lost = 0;
  int without_ray = 0;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const Vector2 pixel((column + 0.5) * size.width / kColumns - 0.5, (row + 0.5) * size.height / kRows - 0.5);
      const std::optional<Vector3> ray = source.unproject(pixel);
      const std::optional<Vector2> place = ray ? output.project(*ray) : std::nullopt;
      if (!ray) ++without_ray;
      if (!place || !in_image(output.image_size, *place)) ++lost;
    }
  }
  constexpr double kAll = kColumns * kRows;
  return {lost / kAll, without_ray / kAll};
}

}  // namespace fiducia

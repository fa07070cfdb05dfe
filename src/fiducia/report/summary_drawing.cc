#include "fiducia/report/summary_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fiducia/report/map_grid.h"
#include "fiducia/report/summary_page.h"
#include "fiducia/report/trust_map.h"

namespace fiducia {
namespace {

using namespace summary_page;  // NOLINT(google-build-using-namespace): its measures and colours

void add_bar(const SummaryContent& content, const EvaluatedCalibration::TotalError& error, SummaryPage* page) {
  constexpr double kHeight = 20;
  const double end = 1.12 * std::max({content.tolerance_px, content.bound95_px, content.total_px});
  page->bar({content.total_px, error.random_px, error.systematic_px, content.bound95_px, content.is_lower_bound},
            content.tolerance_px, end, kHeight);
  const bool known = error.systematic_px > 0 || !content.is_lower_bound;
  page->paragraph(fmt::format("random {}, systematic {}; mark: the tolerance, {}", px(error.random_px),
                              known ? px(error.systematic_px) : "not known", px(content.tolerance_px)),
                  12, kSoft);
}

/// Blue under the tolerance (grey where the number is only a part of the error), orange over it. Returns where it ends.
double add_map(const SummaryContent& content, const EvaluatedCalibration& calibration, SummaryPage* page) {
  const std::vector<double> map = trust_map(calibration);
  if (map.empty()) return 0;
  constexpr double kReach = 3;  // doublings to either side of the tolerance
  const GridOptions grid = map_grid(calibration.camera.image_size());
  const double cell = (kWidth - kMapLeft - kMargin) / grid.columns;
  constexpr double kTop = 100;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      const double error_px = map[static_cast<std::size_t>(row * grid.columns + column)];
      if (!std::isfinite(error_px)) continue;
      const double part = std::clamp(std::log2(error_px / content.tolerance_px) / kReach, -1.0, 1.0);
      const Colour under = content.bound_holds ? kUnder : kSoft;
      page->rect(kMapLeft + cell * column, kTop + cell * row, cell + 0.3, cell + 0.3,
                 kPale.towards(part < 0 ? under : kOver, std::abs(part)));
    }
  }
  return kTop + cell * grid.rows;
}

}  // namespace

Drawing summary_drawing(const SummaryContent& content, const EvaluatedCalibration& calibration) {
  SummaryPage page;
  page.paragraph(content.title, 22, kInk, true);
  page.paragraph(content.facts, 12, kSoft);
  page.skip(10);
  std::string headline = with_capital(content.judgement);
  double map_end = 0;
  const ImageSize size = calibration.camera.image_size();
  // An error larger than the image is no number that anybody could use.
  const bool is_open = content.total_px > std::hypot(size.width, size.height);
  if (is_open) {
    headline += ": the camera is left open";
  } else if (calibration.error) {
    headline += content.total_px == 0
                    ? fmt::format(": less than {} (95%)", px(content.bound95_px))
                    : fmt::format(": {}{}", content.is_lower_bound ? "at least " : "", px(content.total_px));
    map_end = add_map(content, calibration, &page);
  }
  page.paragraph(headline, 26, of_judgement(content.judgement), true);
  if (calibration.error && !is_open) add_bar(content, *calibration.error, &page);
  page.skip(6);
  page.paragraph(content.reason, 14, kInk);
  if (!content.causes.empty()) page.heading("Why");
  for (const std::string& cause : content.causes) page.paragraph(cause, 14, kInk);
  page.heading("What to do");
  page.paragraph(content.next, 14, kInk);
  Drawing drawing = page.ended(map_end + 60);
  if (map_end > 0) {
    constexpr double kSize = 12;
    const std::string caption =
        fmt::format("{} over the image: {} under {}, orange over", is_bound_map(calibration) ? "95% bound" : "Error",
                    content.bound_holds ? "blue" : "grey", px(content.tolerance_px));
    double y = map_end + 18;
    for (const std::string& part : wrapped(caption, kSize, kWidth - kMapLeft - kMargin)) {
      drawing.marks.emplace_back(DrawnText{kMapLeft, y, kSize, kSoft, false, part});
      y += 1.4 * kSize;
    }
  }
  return drawing;
}

}  // namespace fiducia

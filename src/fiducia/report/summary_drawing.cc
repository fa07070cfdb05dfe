#include "fiducia/report/summary_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fiducia/report/map_grid.h"
#include "fiducia/report/trust_map.h"

namespace fiducia {
namespace {

constexpr double kWidth = 900;
constexpr double kMargin = 30;
constexpr double kColumn = 520;  // of the text; the map stands beside it
constexpr double kMapLeft = 580;

constexpr Colour kInk{{0.11, 0.13, 0.15}};
constexpr Colour kSoft{{0.34, 0.38, 0.42}};
constexpr Colour kGround{{0.86, 0.89, 0.91}};
constexpr Colour kRandom{{0.36, 0.61, 0.82}};
constexpr Colour kSystematic{{0.84, 0.37, 0.0}};
constexpr Colour kPale{{0.97, 0.96, 0.95}};
constexpr Colour kUnder{{0.05, 0.35, 0.65}};
constexpr Colour kOver{{0.7, 0.25, 0.0}};

Colour of_judgement(const std::string& judgement) {
  if (judgement == "good") return {{0.07, 0.41, 0.25}};
  return judgement == "bad" ? Colour{{0.66, 0.14, 0.11}} : Colour{{0.53, 0.35, 0.0}};
}

std::string px(double value) { return fmt::format("{:.3g} px", value); }

/// Puts one thing below the other.
class Page {
 public:
  explicit Page(double width) { drawing_.width = width; }

  void rect(double x, double y, double width, double height, const Colour& fill) {
    drawing_.marks.emplace_back(DrawnRect{x, y, width, height, fill});
  }
  void line(double x, const std::string& text, double size, const Colour& fill, bool bold = false) {
    drawing_.marks.emplace_back(DrawnText{x, y_ + size, size, fill, bold, text});
  }
  void paragraph(const std::string& text, double size, const Colour& fill, bool bold = false) {
    for (const std::string& part : wrapped(text, size, kColumn)) {
      line(kMargin, part, size, fill, bold);
      y_ += 1.4 * size;
    }
  }
  void heading(const std::string& text) {
    skip(12);
    paragraph(text, 13, kSoft, true);
    skip(3);
  }
  void skip(double distance) { y_ += distance; }
  [[nodiscard]] double y() const { return y_; }
  [[nodiscard]] Drawing ended(double least_height) {
    drawing_.height = std::max(y_, least_height) + kMargin;
    drawing_.marks.insert(drawing_.marks.begin(), DrawnRect{0, 0, drawing_.width, drawing_.height, {{1, 1, 1}}});
    return std::move(drawing_);
  }

 private:
  Drawing drawing_;
  double y_ = kMargin;
};

/// As long as the total error, each part by its square; a thin line to the bound, a mark at the tolerance.
void add_bar(const SummaryContent& content, const EvaluatedCalibration::TotalError& error, Page* page) {
  const double end = 1.12 * std::max({content.tolerance_px, content.bound95_px, content.total_px});
  const double unit = kColumn / end;
  const double squares = error.random_px * error.random_px + error.systematic_px * error.systematic_px;
  const double random = squares > 0 ? content.total_px * error.random_px * error.random_px / squares : 0;
  const double top = page->y() + 4;
  constexpr double kHeight = 20;
  page->rect(kMargin, top, kColumn, kHeight, kGround);
  page->rect(kMargin, top, unit * random, kHeight, kRandom);
  page->rect(kMargin + unit * random, top, unit * (content.total_px - random), kHeight, kSystematic);
  const double reach = content.is_lower_bound ? end : content.bound95_px;
  page->rect(kMargin + unit * content.total_px, top + kHeight / 2 - 1.5, unit * (reach - content.total_px), 3,
             content.is_lower_bound ? kSystematic : kSoft);
  page->rect(kMargin + unit * content.tolerance_px - 1.5, top - 5, 3, kHeight + 10, kInk);
  page->skip(kHeight + 14);
  page->paragraph(fmt::format("random {}, systematic {}; mark: the tolerance, {}", px(error.random_px),
                              px(error.systematic_px), px(content.tolerance_px)),
                  12, kSoft);
}

/// Blue under the tolerance (grey where the number is only a part of the error), orange over it. Returns where it ends.
double add_map(const SummaryContent& content, const EvaluatedCalibration& calibration, Page* page) {
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
  Page page(kWidth);
  page.paragraph(content.title, 22, kInk, true);
  page.paragraph(content.facts, 12, kSoft);
  page.skip(10);
  std::string headline = content.judgement;
  std::transform(headline.begin(), headline.begin() + 1, headline.begin(), [](char c) { return std::toupper(c); });
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

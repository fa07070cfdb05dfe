#include "fiducia/report/summary_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace fiducia {

namespace summary_page {

Colour of_judgement(const std::string& judgement) {
  if (judgement == "good") return {{0.07, 0.41, 0.25}};
  return judgement == "bad" ? Colour{{0.66, 0.14, 0.11}} : Colour{{0.53, 0.35, 0.0}};
}

std::string px(double value) { return fmt::format("{:.3g} px", value); }

std::string with_capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace summary_page

using namespace summary_page;  // NOLINT(google-build-using-namespace): its measures and colours

void SummaryPage::rect(double x, double y, double width, double height, const Colour& fill) {
  drawing_.marks.emplace_back(DrawnRect{x, y, width, height, fill});
}

void SummaryPage::line(double x, const std::string& text, double size, const Colour& fill, bool bold) {
  drawing_.marks.emplace_back(DrawnText{x, y_ + size, size, fill, bold, text});
}

void SummaryPage::paragraph(const std::string& text, double size, const Colour& fill, bool bold) {
  for (const std::string& part : wrapped(text, size, kColumn)) {
    line(kMargin, part, size, fill, bold);
    y_ += 1.4 * size;
  }
}

void SummaryPage::heading(const std::string& text) {
  skip(12);
  paragraph(text, 13, kSoft, true);
  skip(3);
}

void SummaryPage::bar(const Bar& bar, double tolerance_px, double end_px, double height) {
  const double unit = kColumn / end_px;
  const double squares = bar.random_px * bar.random_px + bar.systematic_px * bar.systematic_px;
  const double random = squares > 0 ? bar.total_px * bar.random_px * bar.random_px / squares : 0;
  const double top = y_ + 4;
  rect(kMargin, top, kColumn, height, kGround);
  rect(kMargin, top, unit * random, height, kRandom);
  rect(kMargin + unit * random, top, unit * (bar.total_px - random), height, kSystematic);
  const double reach = bar.is_open ? end_px : bar.bound95_px;
  rect(kMargin + unit * bar.total_px, top + height / 2 - 1.5, unit * (reach - bar.total_px), 3,
       bar.is_open ? kSystematic : kSoft);
  rect(kMargin + unit * tolerance_px - 1.5, top - 5, 3, height + 10, kInk);
  skip(height + 14);
}

Drawing SummaryPage::ended(double least_height) {
  drawing_.height = std::max(y_, least_height) + kMargin;
  drawing_.marks.insert(drawing_.marks.begin(), DrawnRect{0, 0, drawing_.width, drawing_.height, {{1, 1, 1}}});
  return std::move(drawing_);
}

}  // namespace fiducia

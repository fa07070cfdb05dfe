#include "fiducia/report/rig_summary_drawing.h"

#include <fmt/format.h>

#include <algorithm>

#include "fiducia/report/summary_page.h"

namespace fiducia {
namespace {

using namespace summary_page;  // NOLINT(google-build-using-namespace): its measures and colours

/// More than these are told in the report.
constexpr std::size_t kMostFigures = 8;
constexpr std::size_t kMostPairs = 4;

/// The worst first.
std::vector<RigSummaryFigure> worst_of(const std::vector<RigSummaryFigure>& all) {
  std::vector<RigSummaryFigure> figures = all;
  std::stable_sort(figures.begin(), figures.end(),
                   [](const auto& a, const auto& b) { return a.total_px > b.total_px; });
  if (figures.size() > kMostFigures) figures.resize(kMostFigures);
  return figures;
}

std::string in_words(const RigSummaryFigure& figure, bool is_one_rig) {
  std::string text =
      fmt::format("{}: {}{}", figure.name, figure.is_lower_bound ? "at least " : "", px(figure.total_px));
  if (is_one_rig && !figure.is_lower_bound) text += fmt::format(", 95%: less than {}", px(figure.bound95_px));
  return figure.bound_holds ? text : text + " as far as it is explained";
}

void add_figures(const RigSummaryContent& content, SummaryPage* page) {
  constexpr double kHeight = 12;
  double end = content.tolerance_px;
  for (const RigSummaryFigure& figure : content.figures) end = std::max({end, figure.bound95_px, figure.total_px});
  for (const RigSummaryFigure& figure : worst_of(content.figures)) {
    page->paragraph(in_words(figure, content.is_one_rig), 13, kInk);
    page->bar({figure.total_px, figure.random_px, figure.systematic_px, figure.bound95_px,
               figure.is_lower_bound || !content.is_one_rig},
              content.tolerance_px, 1.12 * end, kHeight);
  }
  page->paragraph(fmt::format("blue: random, orange: systematic; mark: the tolerance, {}", px(content.tolerance_px)),
                  12, kSoft);
  if (content.figures.size() > kMostFigures) {
    page->paragraph(fmt::format("{} more, which are surer", content.figures.size() - kMostFigures), 12, kSoft);
  }
}

/// Beside the text. Returns where they end.
double add_pairs(const RigSummaryContent& content, Drawing* drawing) {
  constexpr double kSize = 13;
  double y = 110;
  const auto write = [&](const std::string& text, const Colour& fill, bool bold) {
    for (const std::string& part : wrapped(text, kSize, kWidth - kMapLeft - kMargin)) {
      drawing->marks.emplace_back(DrawnText{kMapLeft, y, kSize, fill, bold, part});
      y += 1.4 * kSize;
    }
  };
  for (std::size_t i = 0; i < std::min(kMostPairs, content.pairs.size()); ++i) {
    write(with_capital(content.pairs[i].name), kInk, true);
    for (const std::string& line : content.pairs[i].lines) write(line, kInk, false);
    y += 12;
  }
  if (content.pairs.size() > kMostPairs) {
    write(fmt::format("{} more pairs: in the report", content.pairs.size() - kMostPairs), kSoft, false);
  }
  return y;
}

}  // namespace

Drawing rig_summary_drawing(const RigSummaryContent& content) {
  SummaryPage page;
  page.paragraph(content.title, 22, kInk, true);
  page.paragraph(content.facts, 12, kSoft);
  page.skip(10);
  std::string headline = with_capital(content.judgement);
  if (!content.is_one_rig) {
    headline += ": not one rig";
  } else if (!content.figures.empty()) {
    const RigSummaryFigure worst = worst_of(content.figures).front();
    headline += fmt::format(": {} {}{}", worst.name, worst.is_lower_bound ? "at least " : "", px(worst.total_px));
  }
  page.paragraph(headline, 26, of_judgement(content.judgement), true);
  page.skip(4);
  add_figures(content, &page);
  page.skip(6);
  for (const std::string& reason : content.reasons) page.paragraph(reason, 14, kInk);
  if (!content.causes.empty()) page.heading("Why");
  for (const std::string& cause : content.causes) page.paragraph(cause, 14, kInk);
  page.heading("What to do");
  page.paragraph(content.next, 14, kInk);
  Drawing beside;
  const double pairs_end = add_pairs(content, &beside);
  Drawing drawing = page.ended(pairs_end);
  drawing.marks.insert(drawing.marks.end(), beside.marks.begin(), beside.marks.end());
  return drawing;
}

}  // namespace fiducia

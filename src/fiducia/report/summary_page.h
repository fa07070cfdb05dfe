#pragma once

#include <string>

#include "fiducia/io/drawing.h"

namespace fiducia {

/// Measures and colours of the one-page summaries.
namespace summary_page {

inline constexpr double kWidth = 900;
inline constexpr double kMargin = 30;
inline constexpr double kColumn = 520;   ///< of the text
inline constexpr double kMapLeft = 580;  ///< what stands beside it begins

inline constexpr Colour kInk{{0.11, 0.13, 0.15}};
inline constexpr Colour kSoft{{0.34, 0.38, 0.42}};
inline constexpr Colour kGround{{0.86, 0.89, 0.91}};
inline constexpr Colour kRandom{{0.36, 0.61, 0.82}};
inline constexpr Colour kSystematic{{0.84, 0.37, 0.0}};
inline constexpr Colour kPale{{0.97, 0.96, 0.95}};
inline constexpr Colour kUnder{{0.05, 0.35, 0.65}};
inline constexpr Colour kOver{{0.7, 0.25, 0.0}};

[[nodiscard]] Colour of_judgement(const std::string& judgement);
/// "0.123 px".
[[nodiscard]] std::string px(double value);
[[nodiscard]] std::string with_capital(std::string text);

}  // namespace summary_page

/// Puts one thing below the other.
class SummaryPage {
 public:
  SummaryPage() { drawing_.width = summary_page::kWidth; }

  void rect(double x, double y, double width, double height, const Colour& fill);
  /// At the present height.
  void line(double x, const std::string& text, double size, const Colour& fill, bool bold = false);
  void paragraph(const std::string& text, double size, const Colour& fill, bool bold = false);
  void heading(const std::string& text);
  /// As long as a total error, each part by its square; a thin line to the bound, a mark at the tolerance. end: what
  /// the whole width stands for; open: the error may be any larger.
  struct Bar {
    double total_px = 0;
    double random_px = 0;
    double systematic_px = 0;
    double bound95_px = 0;
    bool is_open = false;
  };
  void bar(const Bar& bar, double tolerance_px, double end_px, double height);
  void skip(double distance) { y_ += distance; }
  [[nodiscard]] double y() const { return y_; }
  [[nodiscard]] Drawing ended(double least_height);

 private:
  Drawing drawing_;
  double y_ = summary_page::kMargin;
};

}  // namespace fiducia

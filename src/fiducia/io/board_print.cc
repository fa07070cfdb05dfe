#include "fiducia/io/board_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/error.h"
#include "fiducia/io/image_png.h"
#include "fiducia/simulate/target_pattern.h"

namespace fiducia {
namespace {

using Box = Eigen::AlignedBox2d;

constexpr double kEdge_mm = 8;     // what printers leave white
constexpr double kFooter_mm = 13;  // for ruler and SPEC
constexpr double kTextHeight_mm = 3;
constexpr double kMm = 1000;           // per metre
constexpr double kPoints = 72 / 25.4;  // of PDF, per mm

struct Sheet {
  const char* name;
  double short_mm;
  double long_mm;
};
constexpr std::array<Sheet, 5> kSheets = {Sheet{"A4", 210, 297}, Sheet{"A3", 297, 420}, Sheet{"A2", 420, 594},
                                          Sheet{"A1", 594, 841}, Sheet{"A0", 841, 1189}};

/// The sheet for something of this size.
void choose_sheet(double width, double height, BoardPrint* print) {
  const double needed_width = width + 2 * kEdge_mm;
  const double needed_height = height + 2 * kEdge_mm + kFooter_mm;
  for (const Sheet& sheet : kSheets) {
    for (const bool upright : {width <= height, width > height}) {
      const double w = upright ? sheet.short_mm : sheet.long_mm;
      const double h = upright ? sheet.long_mm : sheet.short_mm;
      if (needed_width > w || needed_height > h) continue;
      *print = {.width_mm = w, .height_mm = h, .paper = sheet.name};
      return;
    }
  }
  *print = {.width_mm = needed_width, .height_mm = needed_height};
}

void add_ruler(const std::string& spec, BoardPrint* print) {
  constexpr double kLine_mm = 0.2;
  const double room = print->width_mm - 2 * kEdge_mm;
  print->ruler_mm = room >= 200 ? 200 : room >= 100 ? 100 : std::max(10 * std::floor(room / 10), 10.0);
  const double y = print->height_mm - kEdge_mm - kTextHeight_mm - 3;
  print->ruler.emplace_back(Vector2(kEdge_mm, y), Vector2(kEdge_mm + print->ruler_mm, y + kLine_mm));
  for (int mark = 0; mark <= std::lround(print->ruler_mm / 10); ++mark) {
    const double x = kEdge_mm + 10 * mark;
    const double length = mark % 5 == 0 ? 3 : 1.8;
    print->ruler.emplace_back(Vector2(x - kLine_mm / 2, y - length), Vector2(x + kLine_mm / 2, y + kLine_mm));
  }
  print->label_at = {kEdge_mm, print->height_mm - kEdge_mm};
  print->label =
      fmt::format("--target {}   print at 100%: the line above must measure {:.0f} mm", spec, print->ruler_mm);
}

std::string svg_boxes(const std::vector<Box>& boxes) {
  std::string path;
  for (const Box& box : boxes) {
    path += fmt::format("M{:.6g} {:.6g}h{:.6g}v{:.6g}h{:.6g}z", box.min().x(), box.min().y(), box.sizes().x(),
                        box.sizes().y(), -box.sizes().x());
  }
  return path;
}

std::string svg_dots(const BoardPrint& print) {
  std::string text;
  for (const Vector2& dot : print.dots) {
    text += fmt::format("<circle cx=\"{:.6g}\" cy=\"{:.6g}\" r=\"{:.6g}\"/>\n", dot.x(), dot.y(), print.dot_mm / 2);
  }
  return text;
}

/// Each of four Bezier curves, which miss a circle by less than 0.03% of its radius.
std::string pdf_dots(const BoardPrint& print) {
  constexpr double kHandle = 0.5522847498;
  const double r = kPoints * print.dot_mm / 2;
  const double c = kHandle * r;
  std::string text;
  for (const Vector2& dot : print.dots) {
    const double x = kPoints * dot.x();
    const double y = kPoints * (print.height_mm - dot.y());
    const auto curve = [&](double ax, double ay, double bx, double by, double ex, double ey) {
      text +=
          fmt::format("{:.4f} {:.4f} {:.4f} {:.4f} {:.4f} {:.4f} c\n", x + ax, y + ay, x + bx, y + by, x + ex, y + ey);
    };
    text += fmt::format("{:.4f} {:.4f} m\n", x + r, y);
    curve(r, c, c, r, 0, r);
    curve(-c, r, -r, c, -r, 0);
    curve(-r, -c, -c, -r, 0, -r);
    curve(c, -r, r, -c, r, 0);
  }
  return text;
}

std::string pdf_boxes(const std::vector<Box>& boxes, double height_mm) {
  std::string text;
  for (const Box& box : boxes) {
    text += fmt::format("{:.4f} {:.4f} {:.4f} {:.4f} re\n", kPoints * box.min().x(),
                        kPoints * (height_mm - box.max().y()), kPoints * box.sizes().x(), kPoints * box.sizes().y());
  }
  return text;
}

/// A file of these objects, numbered from 1, of which the first is the catalogue.
std::string pdf_file(const std::vector<std::string>& objects) {
  std::string file = "%PDF-1.4\n";
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    places.push_back(file.size());
    file += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
  }
  const std::size_t table = file.size();
  file += fmt::format("xref\n0 {}\n0000000000 65535 f \n", objects.size() + 1);
  for (const std::size_t place : places) file += fmt::format("{:010} 00000 n \n", place);
  return file + fmt::format("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{}\n%%EOF\n", objects.size() + 1, table);
}

std::uint32_t crc_of(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(value >> shift & 0xFFU);
  return bytes;
}

/// The PNG with the chunk that says how large its pixels are, after the header.
std::string with_resolution(std::string png, double dpi) {
  const auto per_metre = static_cast<std::uint32_t>(std::lround(dpi / 0.0254));
  const std::string chunk = "pHYs" + big_endian(per_metre) + big_endian(per_metre) + '\1';
  constexpr std::size_t kAfterHeader = 8 + 25;
  return png.insert(kAfterHeader, big_endian(9) + chunk + big_endian(crc_of(chunk)));
}

}  // namespace

BoardPrint board_print(const Target& target, const std::vector<Marker>& markers) {
  constexpr double kLargest_m = 10;
  const bool dots = target.kind == TargetKind::kCircles || target.kind == TargetKind::kStaggered;
  std::vector<Box> black;
  Box paper;
  if (dots) {
    const Vector2 radius = Vector2::Constant(target.diameter_m / 2);
    for (const Vector3& point : target.points) black.emplace_back(point.head<2>() - radius, point.head<2>() + radius);
    for (const Box& box : black) paper.extend(box);
  } else {
    const PatternGrid pattern = target_pattern(target, markers, default_margin_m(target));
    paper = pattern.outline();
    black = pattern.black_boxes();
  }
  if (!(paper.sizes().maxCoeff() < kLargest_m)) {
    throw Error(ErrorCode::kBadOption,
                fmt::format("a target of {:.3g} x {:.3g} m is not printed; sizes in a SPEC are metres",
                            paper.sizes().x(), paper.sizes().y()));
  }
  Box around;
  for (const Box& box : black) around.extend(box);
  BoardPrint print;
  choose_sheet(kMm * around.sizes().x(), kMm * around.sizes().y(), &print);
  const Vector2 size = kMm * around.sizes();
  const Vector2 corner((print.width_mm - size.x()) / 2, (print.height_mm - kFooter_mm - size.y()) / 2);
  const bool y_is_up = target.kind == TargetKind::kTagGrid;
  for (const Box& box : black) {
    const double top = y_is_up ? around.max().y() - box.max().y() : box.min().y() - around.min().y();
    const Vector2 low = corner + kMm * Vector2(box.min().x() - around.min().x(), top);
    if (dots) {
      print.dots.emplace_back(low + 0.5 * kMm * box.sizes());
    } else {
      print.black.emplace_back(low, low + kMm * box.sizes());
    }
  }
  print.dot_mm = kMm * target.diameter_m;
  add_ruler(target_spec(target), &print);
  return print;
}

std::string board_svg(const BoardPrint& print) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n<path d=\"{2}\" shape-rendering=\"crispEdges\"/>\n"
      "{8}<path d=\"{3}\"/>\n<text x=\"{4}\" y=\"{5}\" font-family=\"sans-serif\" "
      "font-size=\"{6}\">{7}</text>\n</svg>\n",
      print.width_mm, print.height_mm, svg_boxes(print.black), svg_boxes(print.ruler), print.label_at.x(),
      print.label_at.y(), kTextHeight_mm, print.label, svg_dots(print));
}

std::string board_pdf(const BoardPrint& print) {
  const std::string content =
      "0 g\n" + pdf_dots(print) + pdf_boxes(print.black, print.height_mm) + pdf_boxes(print.ruler, print.height_mm) +
      "f\n" +
      fmt::format("BT /F1 {:.2f} Tf {:.4f} {:.4f} Td ({}) Tj ET\n", kPoints * kTextHeight_mm,
                  kPoints * print.label_at.x(), kPoints * (print.height_mm - print.label_at.y()), print.label);
  return pdf_file({"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
                   "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                   fmt::format("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:.4f} {:.4f}] /Contents 4 0 R "
                               "/Resources << /Font << /F1 5 0 R >> >> >>",
                               kPoints * print.width_mm, kPoints * print.height_mm),
                   fmt::format("<< /Length {} >>\nstream\n{}endstream", content.size(), content),
                   "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"});
}

std::string board_png(const BoardPrint& print, double dpi) {
  constexpr double kMost = 4e8;
  const double scale = dpi / 25.4;
  const double width = std::round(scale * print.width_mm);
  const double height = std::round(scale * print.height_mm);
  if (!(width * height <= kMost) || !(width >= 1) || !(height >= 1)) {
    throw Error(ErrorCode::kBadOption,
                fmt::format("at {:g} pixels per inch the image would have {:.0f} x {:.0f} pixels; "
                            "take fewer, or write a .pdf",
                            dpi, width, height));
  }
  cv::Mat1b canvas(static_cast<int>(height), static_cast<int>(width), static_cast<unsigned char>(255));
  const auto fill = [&](const std::vector<Box>& boxes) {
    for (const Box& box : boxes) {
      const Vector2 low = (scale * box.min()).array().round();
      const Vector2 high = (scale * box.max()).array().round().max((low.array() + 1));
      cv::rectangle(canvas, cv::Point(static_cast<int>(low.x()), static_cast<int>(low.y())),
                    cv::Point(static_cast<int>(high.x()) - 1, static_cast<int>(high.y()) - 1), 0, cv::FILLED);
    }
  };
  fill(print.black);
  for (const Vector2& dot : print.dots) {
    constexpr int kFraction = 4;  // bits
    const Vector2 at = (1 << kFraction) * (scale * dot - Vector2::Constant(0.5));
    cv::circle(canvas, cv::Point(static_cast<int>(std::lround(at.x())), static_cast<int>(std::lround(at.y()))),
               static_cast<int>(std::lround((1 << kFraction) * scale * print.dot_mm / 2)), 0, cv::FILLED, cv::LINE_AA,
               kFraction);
  }
  fill(print.ruler);
  constexpr double kUnit_px = 22;  // height of the font's capitals at scale 1
  cv::putText(canvas, print.label,
              cv::Point(static_cast<int>(scale * print.label_at.x()), static_cast<int>(scale * print.label_at.y())),
              cv::FONT_HERSHEY_SIMPLEX, scale * kTextHeight_mm * 0.7 / kUnit_px, 0,
              std::max(1, static_cast<int>(scale / 6)), cv::LINE_AA);
  return with_resolution(
      png_bytes({.width = canvas.cols, .height = canvas.rows, .pixels = {canvas.begin(), canvas.end()}}), dpi);
}

}  // namespace fiducia

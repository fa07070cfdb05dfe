#include <stdexcept>

#include "fiducia/report/page_text.h"
#include "fiducia/report/report.h"
#include "fiducia/report/report_page.h"

namespace fiducia {
namespace {

constexpr std::string_view kMark = "/*DATA*/";

/// JSON that no browser can take for anything but the text of a script element: whatever a file is called, no tag ends
/// or begins in it.
std::string embeddable(const Json& value) {
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else if (c == '>') {
      safe += "\\u003e";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string report_page(const Json& report) {
  const std::string_view page = report_page_text();
  const std::size_t mark = page.find(kMark);
  if (mark == std::string_view::npos) throw std::logic_error("the report's page has no place for its data");
  std::string html(page.substr(0, mark));
  html += embeddable(report);
  html += page.substr(mark + kMark.size());
  return html;
}

std::string report_html(const ReportContent& content) { return report_page(report_object(content)); }

}  // namespace fiducia

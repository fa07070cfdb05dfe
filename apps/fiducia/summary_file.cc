#include "apps/fiducia/summary_file.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <ostream>

#include "apps/fiducia/cause_words.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/text.h"
#include "fiducia/report/file_names.h"
#include "fiducia/report/summary_drawing.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

std::string as_sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + '.';
}

std::vector<std::string> cause_lines(const std::vector<ErrorCause>& causes) {
  std::vector<std::string> lines;
  for (const ErrorCause& cause : causes) {
    if (!cause.present) continue;
    const std::string size = std::isnan(cause.size) ? "" : ": " + size_in_words(cause);
    lines.push_back(
        as_sentence(fmt::format("{}{}; {:.2g} px of the error", cause_in_words(cause), size, cause.costs_px)));
  }
  return lines;
}

bool is_unexplained(const Finding& finding) { return finding.cause == Cause::kUnexplained; }

}  // namespace

void add_summary_option(CLI::App& command, std::string& file) {
  command.add_option(
      "--summary", file,
      "Write the verdict, its reasons and the map of the error as one small page, a picture for a ticket "
      "or a README (.svg or .png)");
}

void check_summary_name(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  if (!file.empty() && extension != ".svg" && extension != ".png") {
    throw Error(ErrorCode::kBadOption, "--summary: " + excerpt(file) + " must end in .svg or .png");
  }
}

void write_summary(const std::string& file, const std::string& title, const Assessment& assessment,
                   const VerdictWords& words, const EvaluatedCalibration& calibration, const Provenance& provenance,
                   const CommonOptions& common, const Streams& streams) {
  if (file.empty()) return;
  const ImageSize size = calibration.camera.image_size();
  const Verdict& verdict = *assessment.verdict;
  SummaryContent content;
  content.title = !title.empty() ? title : title_of(provenance);
  if (content.title.empty()) content.title = "Camera calibration";
  content.facts = fmt::format("{}, {} x {} px, {} image{}, {} UTC, Fiducia {}", calibration.camera.model().info().name,
                              size.width, size.height, calibration.frames.size(),
                              calibration.frames.size() == 1 ? "" : "s", provenance.date, provenance.version);
  content.judgement = to_string(verdict.judgement);
  content.reason = as_sentence(words.reason);
  content.causes = cause_lines(assessment.causes);
  content.next = as_sentence(words.next);
  content.tolerance_px = assessment.tolerance_px;
  if (assessment.trust) {
    content.total_px = assessment.trust->total_px;
    content.bound95_px = assessment.trust->bound95_px;
    content.is_lower_bound = assessment.trust->is_lower_bound;
  }
  content.bound_holds =
      !content.is_lower_bound && std::none_of(verdict.findings.begin(), verdict.findings.end(), is_unexplained);
  constexpr double kPngScale = 2;
  const Drawing drawing = summary_drawing(content, calibration);
  write_file_atomically(file,
                        fs::path(file).extension() == ".svg" ? drawing_svg(drawing) : drawing_png(drawing, kPngScale));
  if (!common.quiet) streams.err << "wrote the summary to " << file << '\n';
}

}  // namespace fiducia

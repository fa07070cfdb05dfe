#include "apps/fiducia/summary_file.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <ostream>

#include "apps/fiducia/cause_words.h"
#include "fiducia/assess/cause_part.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/text.h"
#include "fiducia/report/file_names.h"
#include "fiducia/report/summary_drawing.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

double number_of(const Json& object, const char* key, double otherwise = 0) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

/// One sentence each, of verdict.why.
std::vector<std::string> cause_lines(const Json& verdict) {
  std::vector<std::string> lines;
  for (const Json& cause : verdict.value("why", Json::array())) {
    const std::optional<CauseCode> code = cause_named(cause.value("effect", ""));
    const CauseWords words{code.value_or(CauseCode::kFrames), cause.value("words", ""), 0,
                           number_of(cause, "costs_px")};
    lines.push_back(as_sentence(words.what + "; " + cost_in_words(words)));
  }
  return lines;
}

bool is_unexplained(const Json& finding) { return finding.value("cause", "") == "unexplained"; }

}  // namespace

std::string as_sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + '.';
}

void add_summary_option(CLI::App& command, std::string& file) {
  command.add_option(
      "--summary", file,
      "Write the verdict, its reasons and the map of the error as one small page, a picture for a ticket "
      "or a README (.svg or .png)");
}

void check_summary_name(const std::string& file) {
  if (file.empty()) return;
  const std::string extension = fs::path(file).extension().string();
  if (extension != ".svg" && extension != ".png") {
    throw Error(ErrorCode::kBadOption, "--summary: " + excerpt(file) + " must end in .svg or .png");
  }
  require_writable_file(file);
}

Drawing summary_page(const std::string& title, const EvaluatedCalibration& calibration, const Provenance& provenance) {
  const ImageSize size = calibration.camera.image_size();
  const Json& verdict = calibration.object.at("verdict");
  SummaryContent content;
  content.title = !title.empty() ? title : title_of(provenance);
  if (content.title.empty()) content.title = "Camera calibration";
  content.facts = fmt::format("{}, {} x {} px, {} image{}, {} UTC, Fiducia {}", calibration.camera.model().info().name,
                              size.width, size.height, calibration.frames.size(),
                              calibration.frames.size() == 1 ? "" : "s", provenance.date, provenance.version);
  content.judgement = verdict.at("judgement").get<std::string>();
  content.reason = as_sentence(verdict.at("reason").get<std::string>());
  content.causes = cause_lines(verdict);
  content.next = as_sentence(verdict.at("next").get<std::string>());
  content.tolerance_px = number_of(verdict, "tolerance_px", content.tolerance_px);
  if (calibration.error) {
    const Json& trust = calibration.object.at("trust");
    content.total_px = number_of(trust, "total_px");
    content.bound95_px = number_of(trust, "bound95_px");
    content.is_lower_bound = trust.value("is_lower_bound", false);
  }
  const Json findings = verdict.value("findings", Json::array());
  content.bound_holds = !content.is_lower_bound && std::none_of(findings.begin(), findings.end(), is_unexplained);
  return summary_drawing(content, calibration);
}

void write_summary(const std::string& file, const std::string& title, const EvaluatedCalibration& calibration,
                   const Provenance& provenance, const CommonOptions& common, const Streams& streams) {
  if (file.empty()) return;
  write_summary_drawing(file, summary_page(title, calibration, provenance), common, streams);
}

void write_summary_drawing(const std::string& file, const Drawing& drawing, const CommonOptions& common,
                           const Streams& streams) {
  constexpr double kPngScale = 2;
  write_file_atomically(file,
                        fs::path(file).extension() == ".svg" ? drawing_svg(drawing) : drawing_png(drawing, kPngScale));
  if (!common.quiet) streams.err << "wrote the summary to " << file << '\n';
}

}  // namespace fiducia

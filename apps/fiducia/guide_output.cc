#include "apps/fiducia/guide_output.h"

#include <fmt/core.h>

#include "apps/fiducia/cause_words.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/image_length.h"
#include "fiducia/io/file.h"
#include "fiducia/io/guide_svg.h"

namespace fiducia {
namespace {

/// What was found with the camera besides; empty: nothing.
std::string found_with(const Calibration& calibration) {
  std::string text;
  if (calibration.converged() && calibration.target.basis.size() > 0) {
    text += fmt::format(", {} target", to_string(calibration.target.basis.shape()));
  }
  if (!calibration.effects.empty()) text += ", freed of " + names_of(calibration.effects.layout.effects());
  return text;
}

double length_px(double per_coordinate_px) { return image_length(per_coordinate_px * per_coordinate_px); }

}  // namespace

std::string in_words(const ExpectedMapping& expected) {
  const Goal total{Goal::Kind::kTotal};
  const Goal bound{Goal::Kind::kBound95};
  return fmt::format("{:.3g} px expected, less than {:.3g} px with 95% confidence", total.of(expected),
                     bound.of(expected));
}

std::string guidance_summary(const Guidance& guidance, const Calibration& calibration) {
  const CalibrationProgress& progress = guidance.progress;
  std::string text =
      fmt::format("{}{}, {}: {} {} used\n", calibration.model->info().name, found_with(calibration),
                  to_string(guidance.image_size) + " px", progress.frames, progress.frames == 1 ? "frame" : "frames");
  if (progress.expected) {
    text += fmt::format("{}  {}{}\n", progress.sound ? "total error " : "random error", in_words(*progress.expected),
                        progress.is_lower_bound ? ", as far as the images are explained" : "");
  }
  text += fmt::format("advice        {}\n", guidance.advice.text);
  int number = 0;
  for (const Suggestion& suggestion : guidance.suggestions) {
    text += fmt::format("{:>2}. {}\n", ++number, suggestion.words);
    if (suggestion.expected) text += fmt::format("    then {}\n", in_words(*suggestion.expected));
  }
  return text;
}

std::string ranking_summary(const std::vector<RankedView>& ranked, const std::vector<std::string>& names,
                            std::size_t base, const std::optional<ExpectedMapping>& of_base, std::size_t enough) {
  std::string text =
      fmt::format("{:>4}  {:>12}  {:>12}  {}\n", "", "random px", "95%, px",
                  base > 0 ? fmt::format("added, after the {} that are taken for granted", base) : "added");
  if (of_base) {
    text += fmt::format("{:>4}  {:>12.4g}  {:>12.4g}  none of these\n", 0, length_px(of_base->eme_px),
                        length_px(of_base->error95_px));
  }
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    const std::string& name = names[ranked[i].index];
    if (i == enough) text += "      from here on they could be thrown away\n";
    text += ranked[i].determined
                ? fmt::format("{:>4}  {:>12.4g}  {:>12.4g}  {}\n", i + 1, length_px(ranked[i].expected.eme_px),
                              length_px(ranked[i].expected.error95_px), name)
                : fmt::format("{:>4}  {:>12}  {:>12}  {}\n", i + 1, "open", "open", name);
  }
  if (enough >= ranked.size()) return text + (ranked.size() == 1 ? "it matters\n" : "all of them matter\n");
  if (enough == 0) return text + "without them the expected error is within 10% of what all give\n";
  return text +
         fmt::format("with the first {} the expected error is within 10% of what all {} give\n", enough, ranked.size());
}

void require_any_suggestion(bool any, const GuideCommandOptions& options) {
  if (any) return;
  throw Error(
      ErrorCode::kBadOption,
      fmt::format("no view keeps the limits: a tilt of at most {} degrees (--max-tilt), squares of at least {} px "
                  "(--min-square){}; loosen them, or take a board that suits the lens better",
                  options.max_tilt_deg, options.min_square_px,
                  options.distance.empty() ? std::string() : ", " + options.distance + " m away (--distance)"));
}

void write_guidance(const Guidance& guidance, const Json& object, const std::string& folder) {
  std::vector<FileContent> files = {{"guide.json", readable(object)}};
  for (std::size_t i = 0; i < guidance.suggestions.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    files.push_back({"suggestion" + number + ".svg",
                     suggestion_svg(guidance.suggestions[i], guidance.image_size, "Suggestion " + number)});
  }
  write_files_atomically(folder, files);
}

}  // namespace fiducia

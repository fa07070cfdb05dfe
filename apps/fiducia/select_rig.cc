#include "apps/fiducia/select_rig.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "fiducia/core/words.h"
#include "fiducia/io/rig_json.h"
#include "fiducia/io/rig_selection_json.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr double kTableMillimetres = 1000;
constexpr const char* kOwnChoice = "calibrate's";

void refuse_what_a_rig_has_not(const SelectCommandOptions& options) {
  const auto refuse = [](bool given, const std::string& what) {
    require_option(!given, what + " is for one camera, not for a rig (--camera)");
  };
  const EvaluationArguments as_they_are;
  refuse(!options.input.inputs.empty(), "INPUT");
  require_option(options.report.file.empty(),
                 "--report is for one camera; 'fiducia calibrate --camera ... -o DIR' writes the report of a rig");
  refuse(!options.evaluation.regions.empty() || !options.evaluation.region_mask.empty(), "--region");
  refuse(options.evaluation.grid != as_they_are.grid, "--grid");
  refuse(options.evaluation.no_rotation, "--no-rotation");
}

/// "0.1 < 0.2": expected, and with 95% confidence less.
std::string with_bound(double total, double bound) {
  return std::isfinite(total) ? fmt::format("{} < {}", in_digits(total), in_digits(bound)) : "not known";
}

/// Of the recommended rig the pair whose baseline is known worst, in parts of it: one pair stands for all in the table.
std::size_t pair_to_show(const RigSelection& selection) {
  const RigSelectEntry& best = selection.entries[*selection.recommended];
  const auto part = [](const RigPair& pair) { return pair.baseline.bound95 / pair.baseline_m; };
  return static_cast<std::size_t>(
      std::max_element(best.pairs.begin(), best.pairs.end(),
                       [&](const RigPair& a, const RigPair& b) { return part(a) < part(b); }) -
      best.pairs.begin());
}

/// At about the distance that the board had, where both cameras see something.
const TriangulationError* triangulated(const RigPair& pair) {
  const auto count = pair.triangulation.size();
  if (count == 0) return nullptr;
  const TriangulationError& middle = pair.triangulation[count / 2];
  return middle.points > 0 ? &middle : nullptr;
}

std::string cameras_in_words(const std::vector<std::size_t>& cameras, const std::vector<std::string>& names) {
  const std::string& first = names[cameras.front()];
  return cameras.size() == 1 ? first : "rows " + first + ", " + names[cameras.back()];
}

std::string models_in_words(const RigSelectEntry& entry, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t c = 0; c < entry.models.size(); ++c) {
    text += fmt::format("{}{} {}", c > 0 ? ", " : "", names[c], entry.models[c]->info().name);
  }
  return text;
}

/// As calibrate takes them.
std::string model_options(const RigSelectEntry& entry, const std::vector<std::string>& names) {
  if (entry.has_one_model()) return fmt::format("--model {}", entry.models.front()->info().name);
  std::string text;
  for (std::size_t c = 0; c < entry.models.size(); ++c) {
    text += fmt::format("{}--model {}={}", c > 0 ? " " : "", names[c], entry.models[c]->info().name);
  }
  return text;
}

struct TableColumns {
  std::string name, n, rmse, ratio, rows, baseline, triangulated, weakest, expected, no_ray, bic, ms;

  [[nodiscard]] std::string line() const {
    return fmt::format("{:<14} {:>3} {:>8} {:>5} {:>16} {:>16} {:>12} {:>18} {:>16} {:>7} {:>8} {:>6}", name, n, rmse,
                       ratio, rows, baseline, triangulated, weakest, expected, no_ray, bic, ms);
  }
};

TableColumns columns_of(const RigSelectEntry& entry, std::size_t shown, const std::vector<std::string>& names) {
  int intrinsics = 0;
  for (const auto& model : entry.models) intrinsics += model->size();
  const RigSelectFigure* rows = nullptr;
  for (const RigSelectFigure& figure : entry.figures) {
    if (figure.cameras.size() == 2 && (rows == nullptr || figure.bound95_px > rows->bound95_px)) rows = &figure;
  }
  const RigPair& pair = entry.pairs[shown];
  const TriangulationError* point = triangulated(pair);
  const RigSelectFigure& weakest = entry.figures[entry.weakest];
  return {.name = entry.has_one_model() ? std::string(entry.models.front()->info().name) : kOwnChoice,
          .n = std::to_string(intrinsics),
          .rmse = fmt::format("{:.4g}", entry.calibration->fit.rmse),
          .ratio = fmt::format("{:.2f}", entry.bias_ratio),
          .rows = rows == nullptr ? "-" : with_bound(rows->total_px, rows->bound95_px),
          .baseline = fmt::format("{:.2f} +- {}", kTableMillimetres * pair.baseline_m,
                                  in_digits(kTableMillimetres * pair.baseline.bound95)),
          .triangulated = point == nullptr ? "-" : in_digits(point->bound95_mm, 3),
          .weakest = cameras_in_words(weakest.cameras, names),
          .expected = with_bound(weakest.total_px, weakest.bound95_px),
          .no_ray = fmt::format("{:.2g}%", 100 * entry.without_ray),
          .bic = fmt::format("{:.1f}", entry.bic),
          .ms = fmt::format("{:.0f}", 1e3 * entry.seconds)};
}

std::string legend(const RigSelection& selection, const RigPair& pair) {
  const TriangulationError* point = triangulated(pair);
  return fmt::format(
      "baseline (mm, 95%){} of {} and {}. rows, weakest, expected: px, expected < with 95% confidence, random and "
      "systematic, whichever rig is right; weakest: the camera's mapping or the pair's rows with the largest "
      "expected error, which decides. BR: of the worst camera. RMSE: per coordinate. BIC: above the least. Target {}, "
      "in all rows.\n",
      point == nullptr ? "" : fmt::format(", triangulated (mm, 95%, at {})", distance_key(point->distance_m)),
      selection.camera_names[pair.a], selection.camera_names[pair.b], to_string(selection.target_shape));
}

/// How the recommendation stands to what calibrate does by itself.
std::string compared_with_calibrate(const RigSelection& selection) {
  const RigSelectEntry& best = selection.entries[*selection.recommended];
  if (best.is_own_choice) {
    return "This is what 'fiducia calibrate --camera ...' takes, too, when the models are left to it.\n";
  }
  std::string text =
      fmt::format("For it give 'fiducia calibrate --camera ...' {}", model_options(best, selection.camera_names));
  for (const RigSelectEntry& entry : selection.entries) {
    if (!entry.is_own_choice || !entry.problem.empty()) continue;
    text += fmt::format("; left to itself, that takes {}", models_in_words(entry, selection.camera_names));
    if (std::isfinite(entry.total_px())) {
      text += fmt::format(": expected error {} px", in_digits(entry.total_px(), 3));
    }
  }
  return text + '\n';
}

}  // namespace

RigSelectOptions rig_select_options(const SelectCommandOptions& options, const RigArguments& rig) {
  RigSelectOptions select;
  select.models = models_named(options.models);
  select.by = options.by == "bic" ? SelectBy::kBic : SelectBy::kTotalError;
  if (options.target_shape != "auto") select.target_shape = target_shape_named(options.target_shape);
  select.loss = parse_loss("--loss", options.loss);
  select.outliers.sigmas = options.outliers;
  select.distances_m = distances_of(rig);
  select.leave_out_deviating = !options.keep_frames;
  select.seed = options.common.seed;
  select.threads = options.common.threads;
  return select;
}

std::string rig_selection_table(const RigSelection& selection) {
  const std::size_t shown = pair_to_show(selection);
  const RigPair& pair = selection.entries[*selection.recommended].pairs[shown];
  std::string text = TableColumns{"model",      "n",       "RMSE px",     "BR",     "rows px", "baseline mm",
                                  "triang. mm", "weakest", "expected px", "no ray", "BIC",     "ms"}
                         .line() +
                     '\n';
  for (std::size_t i = 0; i < selection.entries.size(); ++i) {
    const RigSelectEntry& entry = selection.entries[i];
    if (!entry.problem.empty()) {
      text += fmt::format("{:<14}     out: {}\n",
                          entry.has_one_model() ? entry.models.front()->info().name : kOwnChoice, entry.problem);
      continue;
    }
    text += columns_of(entry, shown, selection.camera_names).line();
    text += selection.recommended == i ? "  <-\n" : "\n";
  }
  for (const RigSelectEntry& entry : selection.entries) {
    if (entry.is_own_choice && entry.problem.empty()) {
      text += fmt::format("left to itself, calibrate takes: {}\n", models_in_words(entry, selection.camera_names));
    }
  }
  return text + legend(selection, pair) + "take " + selection.reason + '\n' + compared_with_calibrate(selection);
}

int run_select_rig(const SelectCommandOptions& options, const RigArguments& rig, const Streams& streams) {
  refuse_what_a_rig_has_not(options);
  const std::vector<CameraInput> cameras = camera_inputs(rig.cameras);
  RigSelectOptions select = rig_select_options(options, rig);
  const PairedFrames paired = read_rig_views(options.input, rig, cameras, options.common, streams);
  select.progress = progress_bar(streams, options.common, "rigs");
  const RigSelection selection = select_rig(paired.rig, select);
  if (options.common.json) streams.out << readable(rig_selection_object(selection));
  if (!selection.recommended) {
    streams.err << "fiducia select: " << selection.reason << '\n';
    for (const RigSelectEntry& entry : selection.entries) {
      streams.err << "  " << models_in_words(entry, selection.camera_names) << ": " << entry.problem << '\n';
    }
    return kExitCannotCalibrate;
  }
  if (options.common.quiet) return kExitDone;
  for (std::size_t c = 0; c < selection.left_out_corners.size(); ++c) {
    std::vector<std::string> warnings;
    note_left_out_corners(selection.left_out_corners[c], &warnings);
    for (const std::string& warning : warnings) {
      streams.err << "warning: " << selection.camera_names[c] << ": " << warning << '\n';
    }
  }
  for (const std::string& instant : selection.left_out_instants) {
    streams.err << "left out: instant " << instant
                << " (one rig does not explain it with the others; --keep-frames keeps it)\n";
  }
  result_stream(streams, options.common) << rig_selection_table(selection);
  return kExitDone;
}

}  // namespace fiducia

#include "apps/fiducia/comparison_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/evaluate/image_length.h"

namespace fiducia {

std::string selection_table(const Selection& selection) {
  const bool held_out = std::any_of(selection.entries.begin(), selection.entries.end(), [](const SelectEntry& entry) {
    return entry.problem.empty() && !std::isnan(entry.held_out_px);
  });
  const auto column = [&](const std::string& text) { return held_out ? fmt::format(" {:>9}", text) : std::string(); };
  std::string text =
      fmt::format("{:<14} {:>2} {:>8} {:>6} {:>13} {:>8} {:>9} {:>9} {:>7}{} {:>9} {:>6}\n", "model", "n", "RMSE px",
                  "BR", "(95%)", "eps px", "random px", "expected", "no ray", column("held out"), "BIC", "ms");
  for (std::size_t i = 0; i < selection.entries.size(); ++i) {
    const SelectEntry& entry = selection.entries[i];
    const ModelInfo& model = entry.calibration.model->info();
    if (!entry.problem.empty()) {
      text += fmt::format("{:<14} {:>2} out: {}\n", model.name, model.parameters.size(), entry.problem);
      continue;
    }
    const BiasEstimate& bias = entry.bias.headline();
    text += fmt::format(
        "{:<14} {:>2} {:>8.4g} {:>6.2f} {:>13} {:>8.3g} {:>9.3g} {:>9} {:>6.2g}%{} {:>9.1f} {:>6.0f}{}\n", model.name,
        model.parameters.size(), entry.calibration.fit.rmse, bias.ratio,
        fmt::format("{:.2f} to {:.2f}", bias.ratio_ci95[0], bias.ratio_ci95[1]), bias.eps_px,
        image_length(entry.eme_cr2),
        std::isfinite(entry.total) ? fmt::format("{:.3g}", image_length(entry.total)) : "open", 100 * entry.without_ray,
        column(std::isnan(entry.held_out_px) ? "-" : fmt::format("{:.4g}", entry.held_out_px)), entry.bic,
        1e3 * entry.seconds, selection.recommended == i ? "  <-" : "");
  }
  text += fmt::format(
      "random, expected: errors of the camera, px RMS over the image (a length); expected: random and systematic, "
      "whichever model is right. RMSE, eps{}: per coordinate. BIC: above the least.\n",
      held_out ? ", held out (frames that the intrinsics were not fitted to)" : "");
  if (std::any_of(selection.entries.begin(), selection.entries.end(),
                  [](const SelectEntry& entry) { return entry.problem.empty() && !std::isfinite(entry.total); })) {
    text += "open: more parameters than so few frames can tell apart; such a model is not recommended.\n";
  }
  return text + "take " + selection.reason + '\n';
}

std::string difference_summary(const MappingDifference& difference, const Camera& reference, const Camera& other) {
  const Vector3 rotation = rotation_log(difference.rotation) * 180 / std::numbers::pi;
  const auto line = [](const char* name, const MappingOffset& offset) {
    return fmt::format("{:<22} {:>9.4g} px RMS over the image; the largest is {:.4g} px, at ({:.0f}, {:.0f})\n", name,
                       image_length(offset.k), offset.largest_px, offset.largest_at.x(), offset.largest_at.y());
  };
  std::string text = fmt::format("{} against {}, {}x{} px, {} points compared", reference.model().info().name,
                                 other.model().info().name, reference.image_size().width, reference.image_size().height,
                                 difference.points);
  if (difference.without_ray > 0) {
    text += fmt::format(" ({} are not: one of the two cameras has no ray there)", difference.without_ray);
  }
  text += '\n' + line("as they are", difference.plain) + line("rotated to fit best", difference.compensated);
  return text + fmt::format("rotation               {:.4f}, {:.4f}, {:.4f} degrees about x, y, z\n", rotation.x(),
                            rotation.y(), rotation.z());
}

std::string significance_summary(const MappingDifference& difference, std::optional<double> expected_px) {
  if (!expected_px) return {};
  const double apart_px = image_length(difference.compensated.k);
  return fmt::format(
      "they differ by {} than their uncertainties explain: {:.3g} px after the best rotation, and their own 95% bounds "
      "allow "
      "{:.3g} px\n",
      apart_px > *expected_px ? "more" : "no more", apart_px, *expected_px);
}

}  // namespace fiducia

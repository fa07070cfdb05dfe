#include "apps/fiducia/rig_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "apps/fiducia/cause_words.h"
#include "apps/fiducia/rig_verdict_words.h"
#include "apps/fiducia/verdict_words.h"
#include "fiducia/core/words.h"
#include "fiducia/io/rig_json.h"

namespace fiducia {
namespace {

constexpr double kMillimetres = 1000;

/// "off by 0.2 px RMS", or that no error was seen: of a rig that was given, chance may explain all that there is.
std::string off_by(double total_px) {
  return total_px > 0 ? fmt::format("off by {} RMS", px_in_words(total_px)) : "no error seen";
}

/// "  fx 533.9, fy 534.0, ...": of a splined lens, the first four.
std::string intrinsics_line(const Camera& camera) {
  constexpr std::size_t kMost = 16;
  constexpr std::size_t kOfMany = 4;
  const std::span<const ParameterInfo> all = camera.model().info().parameters;
  const std::size_t count = all.size() > kMost ? kOfMany : all.size();
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += fmt::format("{}{} {:.6g}", i == 0 ? "\n  " : ", ", all[i].name, camera.parameters()[i]);
  }
  return text + (count < all.size() ? ", ..." : "");
}

/// Where b is from a: what turns and shifts points of a's frame into b's.
std::string relation_line(const RigCameraFit& a, const RigCameraFit& b) {
  const Pose relation = b.camera_from_rig * a.camera_from_rig.inverse();
  const Vector3 t = kMillimetres * relation.translation;
  const Vector3 r = 180 / std::numbers::pi * relation.rotation_vector();
  return fmt::format(
      "  from {} to {}: translation ({:.3f}, {:.3f}, {:.3f}) mm, rotation vector ({:.4f}, {:.4f}, {:.4f}) degrees\n",
      a.name, b.name, t.x(), t.y(), t.z(), r.x(), r.y(), r.z());
}

/// " (0.2 random, 0.1 systematic px)"; nothing for a rig that was given, whose error no chance has a part in.
std::string parts_in_words(const RigError& error, const std::string& unit) {
  if (error.random == 0) return {};
  if (error.systematic == 0) return " by chance";
  return fmt::format(" ({} random, {} systematic {})", in_digits(error.random, 3), in_digits(error.systematic, 3),
                     unit);
}

/// ", 0.1 of it systematic".
std::string systematic_part(const RigError& error) {
  return error.systematic == 0 || error.random == 0
             ? ""
             : fmt::format(", {} of it systematic", in_digits(error.systematic, 3));
}

std::string camera_lines(const RigAssessment& assessment, std::size_t c) {
  const RigCameraFit& camera = assessment.calibration.cameras[c];
  const RigCameraAssessment& found = assessment.cameras[c];
  const ImageSize size = camera.camera.image_size();
  std::string text = fmt::format("{}: {}, {}x{} px, {} views: RMSE {:.4g} px per coordinate", camera.name,
                                 camera.camera.model().info().name, size.width, size.height,
                                 assessment.calibration.residuals[c].frame_count(), camera.fit.rmse);
  if (found.bias) {
    const BiasEstimate& bias = found.bias->headline();
    text += fmt::format(", BR {:.2f} ({:.2f} to {:.2f}), {:.3g} px systematic, noise {:.3g} px", bias.ratio,
                        bias.ratio_ci95[0], bias.ratio_ci95[1], bias.eps_px, bias.sigma_d_px);
  }
  if (const auto& circle = assessment.calibration.observations->cameras[c].image_circle) {
    text += fmt::format("\n  image circle radius {:.0f} px around ({:.0f}, {:.0f}); what lies outside is dark",
                        circle->radius_px, circle->centre.x(), circle->centre.y());
  }
  text += intrinsics_line(camera.camera);
  text += fmt::format("\n  {} over the image{}, with 95% confidence {}less than {}", off_by(found.error.total),
                      parts_in_words(found.error, "px"), found.error.total > 0 ? "by " : "it is ",
                      px_in_words(found.error.bound95));
  if (found.is_lower_bound) {
    text += fmt::format("; or more: {} RMS of its residuals stay unexplained", px_in_words(found.left_eps_px));
  }
  return text + '\n';
}

/// What anybody sees in the images: the corners' rows.
std::string matched_in_words(const RigPair& pair) {
  if (pair.matched_rows_px == 0) return {};
  return fmt::format("; those of the corners are {} apart ({} by their noise)", px_in_words(pair.matched_rows_px),
                     in_digits(pair.rows_noise_px, 2));
}

std::string pair_lines(const RigCalibration& rig, const RigPair& pair) {
  std::string text = fmt::format(
      "{} and {}: baseline {:.3f} +- {} mm{}, angle {:.3f} +- {} degrees ({} common instants)\n",
      rig.cameras[pair.a].name, rig.cameras[pair.b].name, kMillimetres * pair.baseline_m,
      in_digits(kMillimetres * pair.baseline.bound95), systematic_part(in_unit(pair.baseline, kMillimetres)),
      pair.angle_deg, in_digits(pair.angle.bound95), pair.common_instants);
  text += relation_line(rig.cameras[pair.a], rig.cameras[pair.b]);
  if (pair.row_points == 0) return text + "  no point at these distances is in both images\n";
  text += fmt::format("  rows of the rectified images: {}{}, with 95% confidence {}less than {}{}\n",
                      off_by(pair.rows.total), parts_in_words(pair.rows, "px"), pair.rows.total > 0 ? "by " : "it is ",
                      px_in_words(pair.rows.bound95), matched_in_words(pair));
  for (const TriangulationError& error : pair.triangulation) {
    if (error.points == 0) {
      text += fmt::format("  triangulated at {}: nothing is in both images there\n", distance_key(error.distance_m));
      continue;
    }
    text += fmt::format(
        "  triangulated at {}: off by {} mm RMS ({} by the calibration{}, {} by the noise of a pixel), "
        "with 95% confidence by less than {} mm\n",
        distance_key(error.distance_m), in_digits(error.total_mm, 3),
        error.calibration.total > 0 ? in_digits(error.calibration.total, 3) : "none seen",
        systematic_part(error.calibration), in_digits(error.noise_mm, 3), in_digits(error.bound95_mm, 3));
  }
  return text;
}

std::string misfit_words(const RigConsistency& found) {
  return fmt::format("{:.3g} px RMS per coordinate beyond a noise of {:.3g} px (p = {:.2g})", found.misfit_px,
                     found.noise_px, found.p_value);
}

}  // namespace

std::string pairing_words(const PairedFrames& paired) {
  std::string how;
  switch (paired.how) {
    case PairedBy::kNames: how = "by equal names"; break;
    case PairedBy::kNumbers: how = "by the numbers in their names"; break;
    case PairedBy::kTimes:
      how = fmt::format("by their times, no more than {:.3g} ms apart", 1000 * paired.largest_difference_s);
      break;
    case PairedBy::kList: how = "as listed"; break;
  }
  const auto together = std::count_if(paired.rig.instants.begin(), paired.rig.instants.end(),
                                      [](const Instant& instant) { return instant.seen_by() > 1; });
  std::string text =
      fmt::format("{} instants, {} of them seen by several cameras ({})", paired.rig.instants.size(), together, how);
  std::vector<std::string> alone;
  for (std::size_t c = 0; c < paired.alone.size(); ++c) {
    if (paired.alone[c] > 0)
      alone.push_back(fmt::format("{} by {} alone", paired.alone[c], paired.rig.cameras[c].name));
  }
  if (!alone.empty()) text += "; " + some_of(alone, alone.size());
  if (!paired.unlisted.empty()) text += "; not listed and left out: " + some_of(paired.unlisted);
  return text;
}

std::string shift_words(const RigCalibration& rig) {
  std::string text;
  for (const InstantShift& shift : rig.shifts) {
    const std::string& camera = rig.observations->cameras[shift.camera].name;
    text += fmt::format(
        "the frames of {} agree with those of {} only when each is taken for the instant {} {}: bring them together "
        "again (--instants FILE.csv)",
        camera, rig.observations->cameras[shift.against].name,
        std::abs(shift.by) == 1 ? "one" : std::to_string(std::abs(shift.by)), shift.by > 0 ? "before" : "after");
  }
  return text;
}

std::string consistency_words(const RigCalibration& rig, const RigConsistency& found) {
  switch (found.finding) {
    case RigFinding::kOneRig:
      return found.instants.empty()
                 ? "whether the cameras are fixed to each other does not show: no instant is seen by "
                   "several"
                 : "one rig explains all instants (p = " + in_digits(found.p_value) + ")";
    case RigFinding::kSmallMisfit:
      return "one rig explains the instants but for " + misfit_words(found) +
             ": less than the noise; what lens models and the board's shape leave does this too";
    case RigFinding::kShiftedFrames: return "NOT one rig: " + shift_words(rig);
    case RigFinding::kMovedMount: {
      const MovedMount& mount = *found.moved_mount;
      return fmt::format(
          "NOT one rig: from {} on, {} stands elsewhere against {}, by about {:.2g} mm and {:.2g} degrees (or {} "
          "does): {}. "
          "Fix "
          "the mount and take the images again, or calibrate the two parts by themselves",
          mount.from_instant, rig.cameras[mount.camera].name, rig.cameras[mount.against].name,
          kMillimetres * mount.shift_m, mount.turn_deg, rig.cameras[mount.against].name, misfit_words(found));
    }
    case RigFinding::kFewInstants:
      return "these instants do not belong to the others: " + some_of(found.deviating(), 10) + " (" +
             misfit_words(found) +
             "). Were their images taken together, with the board at rest? Leave them out (--leave-out), and calibrate "
             "again";
    case RigFinding::kManyInstants:
      return "NOT one rig: " + misfit_words(found) +
             ", in many instants. Images that were not taken together while the board moved do this, a rolling "
             "shutter, "
             "or a mount that gives: hold the board still, or trigger the cameras together; "
             "bounds do "
             "not hold until then";
  }
  return {};
}

std::vector<std::string> rig_causes_in_words(const RigAssessment& assessment) {
  std::vector<std::string> causes;
  for (const RigStep& step : assessment.steps) {
    std::string what = name_in_words(step.cause);
    if (step.camera) what += " of " + assessment.calibration.cameras[*step.camera].name;
    causes.push_back(what + (step.costs_px == 0
                                 ? ": costs the rig nothing that shows"
                                 : ": costs " + px_in_words(step.costs_px) + " RMS over cameras and rows"));
  }
  return causes;
}

std::string rig_in_words(const RigAssessment& assessment) {
  const auto& best = assessment.best_consistency;
  const bool many = assessment.consistency.finding == RigFinding::kManyInstants;
  if (!many || !best || !best->is_one_rig()) return consistency_words(assessment.calibration, assessment.consistency);
  return fmt::format(
      "as it was calibrated, one rig leaves {} unexplained; with what is below under causes it leaves {:.3g} px. What "
      "it costs to do without is in the errors above",
      misfit_words(assessment.consistency), best->misfit_px);
}

std::string rig_summary(const RigAssessment& assessment, const PairedFrames& paired, double tolerance_px) {
  const RigCalibration& rig = assessment.calibration;
  std::string text = fmt::format("rig of {} cameras: {}", rig.cameras.size(), pairing_words(paired));
  if (!assessment.left_out_instants.empty()) {
    text +=
        fmt::format("; {} left out: {}", assessment.left_out_instants.size(), some_of(assessment.left_out_instants));
  }
  text += '\n';
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) text += camera_lines(assessment, c);
  text += fmt::format("RMSE {:.4g} px per coordinate (OpenCV's rms, per corner: {:.4g} px); target {}\n", rig.fit.rmse,
                      std::numbers::sqrt2 * rig.fit.rmse, to_string(rig.target.basis.shape()));
  for (const RigPair& pair : assessment.pairs) text += pair_lines(rig, pair);
  text +=
      "+- is a 95% bound: how much the instants disagree, and what a better explanation of them shows. A board whose "
      "squares are not as large as is said makes every length wrong by the same part, and nothing shows that.\n";
  text += "rig          " + rig_in_words(assessment) + '\n';
  const std::vector<std::string> causes = rig_causes_in_words(assessment);
  for (std::size_t i = 0; i < causes.size(); ++i) {
    text += (i == 0 ? "causes       " : "             ") + causes[i] + '\n';
  }
  const VerdictWords words = rig_verdict_words(assessment, tolerance_px);
  text += fmt::format("verdict      {}: {}\n", to_string(assessment.verdict.judgement), words.reason);
  for (const std::string& also : words.also) text += "             " + also + '\n';
  return text + "next         " + words.next + '\n';
}

}  // namespace fiducia

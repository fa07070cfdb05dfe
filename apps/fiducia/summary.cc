#include "apps/fiducia/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/camera/spline.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/image_length.h"
#include "fiducia/evaluate/target_stretch.h"

namespace fiducia {
namespace {

constexpr std::size_t kMostNamed = 5;
constexpr int kMostDecimals = 15;

/// As many decimals as the standard deviation has a right to: its two leading digits.
int sensible_decimals(double sigma) {
  if (!(sigma > 0) || !std::isfinite(sigma)) return 6;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(sigma))), 0, kMostDecimals);
}

struct Row {
  std::string name;
  std::string value;
  std::string sigma;
};

std::size_t before_point(const std::string& number) { return std::min(number.find('.'), number.size()); }

/// Hundreds of numbers that say nothing one by one.
std::string knots_line(const Camera& camera, const SplineModel& spline) {
  const std::vector<bool>& cells = spline.determined();
  const auto determined = std::count(cells.begin(), cells.end(), true);
  const SplineGrid& grid = spline.grid();
  std::string line =
      fmt::format("  {}x{} knots over {} degrees, order {}; fx {:.2f}, fy {:.2f}, cx {:.2f}, cy {:.2f} (held)\n",
                  grid.columns, grid.rows, grid.field_deg, grid.order, camera.parameters()[0], camera.parameters()[1],
                  camera.parameters()[2], camera.parameters()[3]);
  if (!cells.empty()) {
    line += fmt::format("  {} of {} cells between them are determined by the corners; elsewhere there is no ray\n",
                        determined, grid.cells());
  }
  return line;
}

/// What fx and fy are in most models. In those with a mirror or a second sphere they and another parameter make up for
/// each other, so that each alone says little.
std::string focal_length_line(const Camera& camera) {
  constexpr double kStep = 1e-6;
  constexpr double kOther = 1e-3;
  const int fx = camera.model().index_of("fx");
  const auto centre = camera.project(Vector3(0, 0, 1));
  const auto right = camera.project(Vector3(kStep, 0, 1));
  const auto below = camera.project(Vector3(0, kStep, 1));
  if (fx < 0 || !centre || !right || !below) return {};
  const double across = (*right - *centre).x() / kStep;
  const double down = (*below - *centre).y() / kStep;
  if (std::abs(across / camera.parameters()[static_cast<std::size_t>(fx)] - 1) < kOther) return {};
  return fmt::format("  focal length on the axis: {:.2f} and {:.2f} px (fx and fy of this model are not that)\n",
                     across, down);
}

std::string parameter_table(const Calibration& calibration, const Eigen::VectorXd& sigmas) {
  const Camera& camera = *calibration.camera;
  if (const SplineModel* spline = as_spline(camera.model())) return knots_line(camera, *spline);
  std::vector<Row> rows;
  std::size_t name_width = 0;
  std::size_t whole_width = 0;
  std::size_t fraction_width = 0;
  for (std::size_t i = 0; i < camera.parameters().size(); ++i) {
    const double sigma = sigmas[static_cast<Eigen::Index>(i)];
    const int decimals = sensible_decimals(sigma);
    const Row& row = rows.emplace_back(Row{std::string(camera.model().info().parameters[i].name),
                                           fmt::format("{:.{}f}", camera.parameters()[i], decimals),
                                           fmt::format("{:.{}f}", sigma, decimals)});
    name_width = std::max(name_width, row.name.size());
    whole_width = std::max(whole_width, before_point(row.value));
    fraction_width = std::max(fraction_width, row.value.size() - before_point(row.value));
  }
  std::string table;
  for (const Row& row : rows) {
    const std::size_t point = before_point(row.value);
    const std::string aligned = std::string(whole_width - point, ' ') + row.value;
    // Intrinsics that were given do not depend on these frames.
    table += calibration.fit.at_minimum ? fmt::format("  {:<{}}  {:<{}} +- {}\n", row.name, name_width, aligned,
                                                      whole_width + fraction_width, row.sigma)
                                        : fmt::format("  {:<{}}  {}\n", row.name, name_width, aligned);
  }
  return table + focal_length_line(camera);
}

/// Of estimators that should agree.
std::string disagreement_line(const Evaluation& evaluation) {
  constexpr double kWidely = 3;
  const Uncertainty* least = nullptr;
  const Uncertainty* most = nullptr;
  for (const Uncertainty& entry : evaluation.uncertainty) {
    if (least == nullptr || entry.error.mean < least->error.mean) least = &entry;
    if (most == nullptr || entry.error.mean > most->error.mean) most = &entry;
  }
  if (least == nullptr || !(most->error.mean > kWidely * kWidely * least->error.mean)) return {};
  return fmt::format(
      "note: the estimators disagree by a factor of {} ({} to {}): std takes the residuals for noise, the others "
      "compare "
      "frames, and a bias or few frames makes them differ; the total error below goes by cr2 and what explains the "
      "frames\n",
      in_digits(std::sqrt(most->error.mean / least->error.mean)), to_string(least->covariance.method),
      to_string(most->covariance.method));
}

std::string uncertainty_lines(const Evaluation& evaluation, const Uncertainty& cr2, bool was_given) {
  std::string text = fmt::format(
      "uncertainty  {} px RMS over the image by chance, from how much the frames disagree ({} effective degrees of "
      "freedom)\n",
      in_digits(image_length(cr2.error.mean), 3), in_digits(cr2.sample.degrees_of_freedom));
  text += "             by estimator:";
  for (const Uncertainty& entry : evaluation.uncertainty) {
    text += fmt::format(" {} {}", to_string(entry.covariance.method), in_digits(image_length(entry.error.mean), 3));
  }
  text += " px\n";
  if (!was_given) {
    text +=
        "+- is half of a 95% interval by cr2, from how much the frames disagree. What a bias does to all of them "
        "alike, it does not see.\n";
  }
  text += disagreement_line(evaluation);
  if (!cr2.covariance.decisive_frames.empty()) {
    text += fmt::format(
        "warning: a direction of the parameters is determined by a single frame ({}): the estimates that compare "
        "frames "
        "do not see how uncertain it is; take more images like it\n",
        some_of(cr2.covariance.decisive_frames));
  }
  for (const Uncertainty& entry : evaluation.uncertainty) {
    if (entry.covariance.redrawn == 0) continue;
    text += fmt::format("note: {} draws of {} left a parameter open and were replaced (samples: {})\n",
                        entry.covariance.redrawn, to_string(entry.covariance.method), entry.covariance.samples);
  }
  return text;
}

std::string influential_line(const Calibration& calibration, const Evaluation& evaluation) {
  std::vector<std::string> names;
  double most = 0;
  for (std::size_t j = 0; j < evaluation.frames.size(); ++j) {
    if (!evaluation.frames[j].influential) continue;
    names.push_back(calibration.frames[j].name);
    most = std::max(most, evaluation.frames[j].shift_px);
  }
  if (names.empty()) return {};
  return fmt::format(
      "note: without {} the camera moves by {} px RMS, more than the 95% bound: the result hangs on {}. Take more "
      "images like {}\n",
      some_of(names), in_digits(image_length(most * most)), names.size() == 1 ? "this frame" : "single frames",
      names.size() == 1 ? "it" : "them");
}

/// A board that is not of the size that it is said to be: worth more than where each corner is.
std::string stretch_in_words(const Calibration& calibration) {
  const std::optional<TargetStretch> stretch = target_stretch(calibration);
  if (!stretch) return {};
  if (std::abs(stretch->gap) > std::abs(stretch->columns_over_rows)) {
    return fmt::format("; mostly, the gaps between its tags are {:+.2g}% off", 100 * stretch->gap);
  }
  return fmt::format("; mostly, its columns are {:.2g}% {} than its rows", 100 * std::abs(stretch->columns_over_rows),
                     stretch->columns_over_rows > 0 ? "farther apart" : "closer together");
}

/// How far corners are displaced in the target's plane, beyond what their uncertainty alone would show. Where that is
/// nothing, single displacements are as large as their uncertainty all the same.
std::string in_plane_in_words(const TargetDeformation& target) {
  if (target.shape != TargetShape::kFree) return {};
  if (target.in_plane_rms_m > 0) return ", " + in_digits(1e3 * target.in_plane_rms_m) + " mm in it";
  double variances = 0;
  for (const CornerDisplacement& corner : target.corners) variances += corner.sigma_m.head<2>().squaredNorm();
  const double sigma = std::sqrt(variances / (2 * static_cast<double>(target.corners.size())));
  return ", in it no more than the uncertainty there, " + in_digits(1e3 * sigma) + " mm, explains";
}

std::string target_line(const TargetDeformation& target, const Calibration& calibration) {
  if (target.corners.empty()) return {};
  return fmt::format(
      "target       {}: {} mm from its lowest to its highest corner, {} mm RMS out of its plane{} (+- {} "
      "mm); "
      "{} of {} corners deviate significantly from the nominal board{}\n",
      to_string(target.shape), in_digits(1e3 * target.peak_to_valley_m, 3), in_digits(1e3 * target.out_of_plane_rms_m),
      in_plane_in_words(target), in_digits(1e3 * target.sigma_m), target.significant_corners, target.corners.size(),
      stretch_in_words(calibration));
}

/// Where that is so much that a number was mistyped, or meant something else.
std::string mistyped_target_line(const Calibration& calibration) {
  constexpr double kNoPrinter = 0.02;
  const std::optional<TargetStretch> stretch = target_stretch(calibration);
  if (!stretch || std::max(std::abs(stretch->gap), std::abs(stretch->columns_over_rows)) < kNoPrinter) return {};
  return "note: the target is not of the size that it is said to be; look at the numbers of --target: lengths that "
         "this "
         "camera measures scale with them\n";
}

/// LeftOut: a frame or an image.
template <class LeftOut>
std::string circumstances_of(const std::vector<LeftOut>& left_out, const std::vector<std::string>& warnings, bool all) {
  std::string text;
  const std::size_t named = all ? left_out.size() : std::min(left_out.size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i) {
    text += fmt::format("left out: {} ({})\n", left_out[i].name, left_out[i].reason);
  }
  if (left_out.size() > named)
    text += fmt::format("left out: and {} more (--verbose names all)\n", left_out.size() - named);
  for (const std::string& warning : warnings) text += fmt::format("warning: {}\n", warning);
  return text;
}

}  // namespace

std::string circumstances(const Calibration& calibration, bool all) {
  return circumstances_of(calibration.left_out, calibration.warnings, all);
}

std::string circumstances(const ReadObservations& input, bool all) {
  return circumstances_of(input.left_out, input.warnings, all);
}

std::string calibration_summary(const Calibration& calibration, const Evaluation& evaluation) {
  const Camera& camera = *calibration.camera;
  const FitSummary& fit = calibration.fit;
  const Uncertainty* cr2 = evaluation.find(Covariance::kCr2);
  std::string text = fmt::format("{}, {}x{} px: {} frames used, {} left out, {} corners\n", camera.model().info().name,
                                 camera.image_size().width, camera.image_size().height, calibration.frames.size(),
                                 calibration.left_out.size(), fit.n_observations / 2);
  if (const auto& circle = calibration.observations->image_circle) {
    text += fmt::format("image circle radius {:.0f} px around ({:.0f}, {:.0f}); what lies outside is dark\n",
                        circle->radius_px, circle->centre.x(), circle->centre.y());
  }
  if (cr2 != nullptr) text += parameter_table(calibration, cr2->interval95());
  text += fmt::format("RMSE         {:.4g} px per coordinate (OpenCV's rms, per corner: {:.4g} px)\n", fit.rmse,
                      std::numbers::sqrt2 * fit.rmse);
  const BiasEstimate& bias = evaluation.bias.headline();
  text += fmt::format(
      "bias         {:.3g} px systematic (95%: {:.2g} to {:.2g}), BR {:.2f} ({:.2f} to {:.2f}); noise {:.3g} px\n",
      bias.eps_px, bias.eps_px_ci95[0], bias.eps_px_ci95[1], bias.ratio, bias.ratio_ci95[0], bias.ratio_ci95[1],
      bias.sigma_d_px);
  text += target_line(evaluation.target, calibration) + mistyped_target_line(calibration);
  if (cr2 != nullptr) text += uncertainty_lines(evaluation, *cr2, !fit.at_minimum);
  for (const std::string& sentence : suspicions_in_words(calibration, evaluation.suspicions)) {
    text += fmt::format("note: {}\n", sentence);
  }
  return fit.at_minimum ? text + influential_line(calibration, evaluation) : text;
}

std::string trust_summary(const Trust& trust, const Calibration& calibration) {
  const bool by_chance = !calibration.fit.at_minimum && trust.systematic_px_ci95[0] == 0;
  if (by_chance || (trust.total_px == 0 && !trust.is_lower_bound)) {
    return fmt::format(
        "total error  {}: with 95% confidence less than {} px RMS over the image{}\n",
        trust.total_px > 0 ? in_digits(trust.total_px, 3) + " px seen, which chance explains too" : "none seen",
        in_digits(trust.bound95_px, 3), trust.is_lower_bound ? ", as far as the images are explained" : "");
  }
  std::string text = fmt::format(
      "total error  {} px RMS over the image{}, with 95% confidence less than {} px: random {} px, systematic {}",
      in_digits(trust.total_px, 3), trust.is_lower_bound ? " as far as the images are explained" : "",
      in_digits(trust.bound95_px, 3), in_digits(trust.random_px, 3),
      trust.systematic_px == 0 && trust.is_lower_bound ? "not known" : in_digits(trust.systematic_px, 3) + " px");
  if (trust.systematic_px > 0) {
    const bool same = same_model(*trust.model, *calibration.model);
    std::vector<std::string> parts;
    if (!same) parts.emplace_back(trust.model->info().name);
    if (trust.target_shape != calibration.target.basis.shape()) {
      parts.push_back(fmt::format("a {} target", to_string(trust.target_shape)));
    }
    if (trust.effects != calibration.effects.layout.effects()) {
      parts.push_back(trust.effects.empty() ? "no effects" : names_of(trust.effects));
    }
    if (!trust.without_frames.empty()) {
      parts.push_back(fmt::format("doing without {} frames", trust.without_frames.size()));
    }
    if (parts.empty()) parts.emplace_back("the best fit of these frames");
    text +=
        fmt::format(" ({} to {}), which {} show{}", in_digits(trust.systematic_px_ci95[0], 3),
                    in_digits(trust.systematic_px_ci95[1], 3), fmt::join(parts, " and "), parts.size() == 1 ? "s" : "");
  }
  text += '\n';
  constexpr double kElsewhere = 0.1;
  if (trust.by_frames_px > 0 && trust.model_doubt_px < trust.bound95_px &&
      std::abs(trust.random_px / trust.by_frames_px - 1) > kElsewhere) {
    text += fmt::format(
        "             random: by how much the frames disagree alone, it would be {} px; a calibration {} {}\n",
        in_digits(trust.by_frames_px, 3),
        trust.effects.empty() ? std::string("that explains the images better")
                              : "with " + names_of(trust.effects) + " fitted",
        trust.explanation_px < trust.by_frames_px
            ? "is surer, and shows how far off this one is"
            : fmt::format(
                  "lies farther away without being surer ({} px), so that no more is expected than the 95% bound "
                  "of that disagreement",
                  in_digits(trust.explanation_px, 3)));
  }
  if (trust.unseen_bend_px >= trust.bound95_px) {
    text += "             the bound allows for a bend of the target that these images cannot exclude\n";
  } else if (trust.model_doubt_px >= trust.bound95_px) {
    text += "             the bound allows for richer lens models that these images cannot exclude\n";
  }
  if (trust.is_lower_bound) {
    text += fmt::format(
        "             {}: {:.2g} px per coordinate (BR {:.2f}) are {}systematic, and what they do to the camera is not "
        "in these numbers\n",
        trust.is_calibration_itself ? "nothing that was tried explains the residuals and makes the camera surer"
                                    : "nothing that was tried explains all",
        trust.eps_px, trust.bias_ratio, trust.is_calibration_itself ? "" : "still ");
  }
  if (trust.without_ray > 0) {
    text += fmt::format("             the camera has no ray for {}% of the image, which is not in these numbers\n",
                        in_digits(100 * trust.without_ray));
  }
  return text;
}

std::string verdict_summary(const Verdict& verdict, const VerdictWords& words) {
  std::string text = fmt::format("verdict      {}: {}\n", to_string(verdict.judgement), words.reason);
  for (const std::string& sentence : words.also) text += fmt::format("             also: {}\n", sentence);
  return text + fmt::format("next         {}\n", words.next);
}

std::string optimum_summary(const OptimumCheck& optimum) {
  if (optimum.at_minimum) return "these intrinsics are the best fit of these observations\n";
  std::string text =
      "these intrinsics are not the best fit of these observations. The uncertainty above is what these observations "
      "say "
      "about intrinsics like these, misfit included; it is not that of the file\n";
  if (!optimum.problem.empty()) return text + fmt::format("  the best fit is not known: {}\n", optimum.problem);
  return text +
         fmt::format(
             "  with free intrinsics{} the squared residual falls by {:.3g}%; that camera maps {:.3g} px RMS over the "
             "image away (its own uncertainty: {:.3g} px at 95%)\n",
             optimum.best->effects.empty()
                 ? ""
                 : " and " + names_of(optimum.best->effects.layout.effects()) + " fitted, as the file says,",
             optimum.cost > 0 ? 100 * (1 - optimum.best_cost / optimum.cost) : 0,
             image_length(optimum.difference_px * optimum.difference_px),
             image_length(optimum.expected_px * optimum.expected_px));
}

}  // namespace fiducia

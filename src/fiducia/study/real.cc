#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/evaluate/select.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"
#include "fiducia/study/real_parts.h"

namespace fiducia {
namespace {

constexpr std::size_t kReferenceRuns = 10;
constexpr std::size_t kReferenceFrames = 50;
constexpr std::size_t kFewestRealFrames = 24;
constexpr Covariance kRealEstimators[] = {Covariance::kStd, Covariance::kAbs, Covariance::kCr2};
constexpr const char* kRealModels[] = {"pinhole", "radial1", "radial2", "radial3", "opencv5", "fisheye"};

/// So many frames of the set, drawn without replacement.
Observations subset(const Observations& all, std::size_t count, std::uint64_t seed, std::uint64_t stream) {
  return part_of(all, shuffled_frames(all, count, seed, stream));
}

/// 10, 15, ..., as far as half of the frames go: larger parts of one set are too much alike.
std::vector<std::size_t> subset_sizes(std::size_t frames) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 10; size <= std::min<std::size_t>(50, frames / 2); size += 5) sizes.push_back(size);
  return sizes;
}

std::string recommended_model(const Observations& all, const StudyOptions& options) {
  if (!options.model.empty()) return std::string(make_model(options.model)->info().name);
  SelectOptions select;
  for (const char* model : kRealModels) select.models.push_back(make_model(model));
  select.seed = options.seed;
  select.threads = options.threads;
  select.progress = uncounted(options.progress);
  const Selection selection = select_model(all, select);
  if (!selection.recommended) throw Error(ErrorCode::kDegenerate, "study real: " + selection.reason);
  return std::string(selection.entries[*selection.recommended].calibration.model->info().name);
}

std::vector<double> eme_by_estimator(const std::optional<Calibration>& calibration, std::uint64_t seed) {
  std::vector<double> values;
  const Eigen::MatrixXd H = calibration ? mapping_sensitivity(*calibration->camera).H : Eigen::MatrixXd();
  for (const Covariance method : kRealEstimators) {
    values.push_back(calibration
                         ? expected_error(H, covariance(*calibration, {.method = method, .seed = seed}).matrix).mean
                         : std::numeric_limits<double>::quiet_NaN());
  }
  return values;
}

}  // namespace

StudyResult study_real(const StudyOptions& options) {
  constexpr std::size_t kDatasets = 100;
  const Observations& all = *options.observations;
  if (all.frames.size() < kFewestRealFrames) {
    throw Error(ErrorCode::kDegenerate,
                fmt::format("study real: {} frames are too few to draw parts from; it takes {} and more, the paper had "
                            "hundreds",
                            all.frames.size(), kFewestRealFrames));
  }
  const std::size_t reference_frames = std::min(kReferenceFrames, all.frames.size() * 4 / 5);
  // Of a part of that size: a model that only all frames together can carry is none for ten.
  const std::string model_name = recommended_model(subset(all, reference_frames, options.seed, 0), options);
  const std::shared_ptr<const Model> model = make_model(model_name);
  const std::string setting = fingerprint(all, model_name);

  std::vector<std::string> reference_columns;
  add_parameter_columns("p", model, &reference_columns);
  for (const std::string candidate : kRealModels) {
    reference_columns.push_back("br_" + candidate);
    reference_columns.push_back("mad_px_" + candidate);
  }
  const auto reference_row = [&](std::size_t unit, const Progress&) {
    const Observations part = subset(all, reference_frames, options.seed, unit);
    std::vector<double> row;
    add_parameters(fitted(part, model_name), model, &row);
    for (const std::string candidate : kRealModels) {
      const std::optional<Calibration> calibration = fitted(part, candidate);
      if (calibration) {
        row.push_back(bias_ratio(*calibration, {.resamples = 0}).robust.ratio);
        row.push_back(calibration->fit.mad);
      } else {
        row.insert(row.end(), 2, std::numeric_limits<double>::quiet_NaN());
      }
    }
    return row;
  };
  const UnitRun reference_run =
      run_units({"real-reference", reference_columns, kReferenceRuns, reference_row, setting}, options);
  if (reference_run.table.finite_values("p0").empty()) {
    throw Error(ErrorCode::kDegenerate, "study real: no part of the set can be calibrated with " + model_name);
  }
  const Camera reference = mean_camera(reference_run.table, "p", model, all.image_size);

  const std::vector<std::size_t> sizes = subset_sizes(all.frames.size());
  std::vector<std::string> columns;
  for (const std::size_t size : sizes) {
    add_parameter_columns(fmt::format("n{}_p", size), model, &columns);
    for (const Covariance method : kRealEstimators) columns.push_back(fmt::format("n{}_{}", size, to_string(method)));
  }
  const auto row = [&](std::size_t unit, const Progress&) {
    std::vector<double> values;
    for (const std::size_t size : sizes) {
      const Observations part = subset(all, size, options.seed, 1000 * (unit + 1) + size);
      const std::optional<Calibration> calibration = fitted(part, model_name);
      add_parameters(calibration, model, &values);
      const std::vector<double> eme = eme_by_estimator(calibration, options.seed + unit);
      values.insert(values.end(), eme.begin(), eme.end());
    }
    return values;
  };
  const std::size_t datasets = options.datasets > 0 ? static_cast<std::size_t>(options.datasets) : kDatasets;
  const UnitRun run = run_units({"real-subsets", columns, datasets, row, setting}, options);

  StudyResult result;
  result.setting = {
      fmt::format("{} frames of {} px; model {}{}", all.frames.size(), to_string(all.image_size), model_name,
                  options.model.empty() ? " (recommended by select)" : ""),
      fmt::format("reference: the mean of {} calibrations with {} random frames; parts of one set share frames "
                  "with it, so that K is divided by 1 - n/N",
                  kReferenceRuns, reference_frames)};
  result.calibrations = static_cast<std::int64_t>((datasets - run.done_before) * sizes.size());
  Chart errors{"Mapping error by number of frames, " + model_name, "frames", "px^2", true};
  errors.series = {{"error to the reference", {}, {}}, {"EME std", {}, {}}, {"EME abs", {}, {}}, {"EME cr2", {}, {}}};
  std::vector<std::vector<Claim>> by_estimator(std::size(kRealEstimators));
  for (const std::size_t size : sizes) {
    const std::string prefix = fmt::format("n{}_", size);
    std::vector<double> k = mapping_errors(run.table, prefix + "p", reference, model);
    const double part_of_set = static_cast<double>(size) / static_cast<double>(all.frames.size());
    for (double& value : k) value /= 1 - part_of_set;
    std::vector<double> known = k;
    std::erase_if(known, [](double value) { return std::isnan(value); });
    const auto add = [&](ChartSeries& series, const Measured& mean) {
      series.x.push_back(static_cast<double>(size));
      series.y.push_back(mean.value);
      series.interval.push_back(mean.ci95);
    };
    add(errors.series[0], mean_of(known));
    for (std::size_t e = 0; e < std::size(kRealEstimators); ++e) {
      const std::string method(to_string(kRealEstimators[e]));
      add(errors.series[e + 1], mean_of(run.table.finite_values(prefix + method)));
      const Measured ratio = ratio_of_means(run.table.values(prefix + method), k);
      const std::string what = fmt::format("EME by {} over the error to the reference, {} frames", method, size);
      std::vector<Claim>& claims = by_estimator[e];
      if (method == "std") {
        claims.push_back(claim("Real lenses: std gives an EME that is too low", what, ratio, {}, 0.8));
      } else if (method == "abs" && size <= 15) {
        claims.push_back(claim("Real lenses: abs overestimates with 15 images and fewer", what, ratio, 1.1, {}));
      } else if (method == "abs") {
        claims.push_back(claim("Real lenses: with abs the EME is consistent with the error", what, ratio, 0.6, 1.6));
      } else {
        claims.push_back(
            claim("(ours) Real lenses: with cr2 the EME is consistent with the error", what, ratio, 0.6, 1.6));
      }
    }
  }
  for (const std::vector<Claim>& claims : by_estimator) {
    result.claims.insert(result.claims.end(), claims.begin(), claims.end());
  }
  Chart bias{"Bias ratio by model", "model", "BR"};
  ChartSeries ratios{"", {}, {}};
  for (std::size_t m = 0; m < std::size(kRealModels); ++m) {
    const Measured br = mean_of(reference_run.table.finite_values(std::string("br_") + kRealModels[m]));
    bias.categories.emplace_back(kRealModels[m]);
    ratios.x.push_back(static_cast<double>(m));
    ratios.y.push_back(br.value);
    ratios.interval.push_back(br.ci95);
    result.claims.push_back(claim("Real lenses: BR stays high with every model, because the board is not flat",
                                  std::string("mean BR of ") + kRealModels[m], br, 0.2, {}));
  }
  bias.series.push_back(std::move(ratios));
  result.figure = svg_of({errors, bias});
  result.figure_words = "Expected mapping error and error to the reference for parts of the set; bias ratio by model.";
  return result;
}

}  // namespace fiducia

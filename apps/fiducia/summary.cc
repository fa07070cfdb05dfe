#include "apps/fiducia/summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

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

std::string parameter_table(const Calibration& calibration) {
  const Camera& camera = calibration.camera;
  std::vector<Row> rows;
  std::size_t name_width = 0;
  std::size_t whole_width = 0;
  std::size_t fraction_width = 0;
  for (std::size_t i = 0; i < camera.parameters().size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const double sigma = std::sqrt(calibration.covariance_std(k, k));
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
    table +=
        fmt::format("  {:<{}}  {:<{}} +- {}\n", row.name, name_width, aligned, whole_width + fraction_width, row.sigma);
  }
  return table;
}

}  // namespace

std::string circumstances(const Calibration& calibration) {
  std::string text;
  const std::size_t named = std::min(calibration.left_out.size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i) {
    text += fmt::format("left out: {} ({})\n", calibration.left_out[i].name, calibration.left_out[i].reason);
  }
  if (calibration.left_out.size() > named)
    text += fmt::format("left out: and {} more\n", calibration.left_out.size() - named);
  for (const std::string& warning : calibration.warnings) text += fmt::format("warning: {}\n", warning);
  return text;
}

std::string calibration_summary(const Calibration& calibration) {
  const Camera& camera = calibration.camera;
  const FitSummary& fit = calibration.fit;
  std::string text = fmt::format("{}, {}x{} px: {} frames used, {} left out, {} corners\n", camera.model().info().name,
                                 camera.image_size().width, camera.image_size().height, calibration.frames.size(),
                                 calibration.left_out.size(), fit.n_observations / 2);
  text += parameter_table(calibration);
  text += fmt::format("RMSE {:.4g} px a coordinate (OpenCV's rms, a corner: {:.4g} px)\n", fit.rmse,
                      std::numbers::sqrt2 * fit.rmse);
  text +=
      "+- is one standard deviation if the camera model and the target are right; if they are not, it is too small.\n";
  return text + circumstances(calibration);
}

}  // namespace fiducia

#include "fiducia/evaluate/bias_ratio.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "fiducia/core/distributions.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/resampled_mad.h"
#include "fiducia/evaluate/tile_fits.h"
#include "fiducia/evaluate/tile_test.h"

namespace fiducia {
namespace {

/// What the ratio is made of: the mean squared residual of the calibration and the noise.
struct Sizes {
  double mse_calib = 0;
  double sigma_d_squared = 0;

  /// freedom_ratio = 1 - N_P/N. Negative where chance made the noise look larger than the residual.
  [[nodiscard]] double eps_squared(double freedom_ratio) const { return mse_calib / freedom_ratio - sigma_d_squared; }
  [[nodiscard]] double ratio(double freedom_ratio) const {
    return mse_calib > kRounding_px * kRounding_px
               ? std::max(eps_squared(freedom_ratio), 0.0) * freedom_ratio / mse_calib
               : 0;
  }
  [[nodiscard]] double eps(double freedom_ratio) const { return std::sqrt(std::max(eps_squared(freedom_ratio), 0.0)); }
};

/// All residual coordinates with the frames that they belong to.
struct Grouped {
  std::vector<double> values;
  std::vector<std::uint32_t> frames;

  void add(double value, std::size_t frame) {
    values.push_back(value);
    frames.push_back(static_cast<std::uint32_t>(frame));
  }
  /// The sum of squares and the count of each frame.
  void sums(std::vector<double>* squares, std::vector<double>* counts) const {
    for (std::size_t i = 0; i < values.size(); ++i) {
      (*squares)[frames[i]] += values[i] * values[i];
      (*counts)[frames[i]] += 1;
    }
  }
};

/// Robust and plain sizes for any resampling of the frames.
class Resampler {
 public:
  /// tile_shrinkage: the square of the noise over that of the tiles' residuals.
  Resampler(const Grouped& calib, const Grouped& tiles, double tile_shrinkage, std::size_t frames)
      : tile_shrinkage_(tile_shrinkage),
        calib_mad_(calib.values, calib.frames, frames),
        tile_mad_(tiles.values, tiles.frames, frames),
        calib_squares_(frames),
        calib_counts_(frames),
        tile_squares_(frames),
        tile_counts_(frames) {
    calib.sums(&calib_squares_, &calib_counts_);
    tiles.sums(&tile_squares_, &tile_counts_);
  }

  [[nodiscard]] bool has_tiles(std::span<const std::uint32_t> multiplicities) const {
    for (std::size_t j = 0; j < tile_counts_.size(); ++j) {
      if (multiplicities[j] > 0 && tile_counts_[j] > 0) return true;
    }
    return false;
  }
  [[nodiscard]] Sizes robust(std::span<const std::uint32_t> multiplicities) {
    const double calib = calib_mad_(multiplicities);
    const double tile = tile_mad_(multiplicities);
    return {calib * calib, tile_shrinkage_ * tile * tile};
  }
  [[nodiscard]] Sizes plain(std::span<const std::uint32_t> multiplicities) const {
    return {mean(calib_squares_, calib_counts_, multiplicities),
            tile_shrinkage_ * mean(tile_squares_, tile_counts_, multiplicities)};
  }

 private:
  static double mean(const std::vector<double>& sums, const std::vector<double>& counts,
                     std::span<const std::uint32_t> multiplicities) {
    double sum = 0;
    double count = 0;
    for (std::size_t j = 0; j < sums.size(); ++j) {
      sum += multiplicities[j] * sums[j];
      count += multiplicities[j] * counts[j];
    }
    return count > 0 ? sum / count : 0;
  }

  double tile_shrinkage_;
  ResampledMad calib_mad_;
  ResampledMad tile_mad_;
  std::vector<double> calib_squares_;
  std::vector<double> calib_counts_;
  std::vector<double> tile_squares_;
  std::vector<double> tile_counts_;
};

BiasEstimate estimate(const Sizes& sizes, double freedom_ratio) {
  return {.ratio = sizes.ratio(freedom_ratio),
          .eps_px = sizes.eps(freedom_ratio),
          .sigma_d_px = std::sqrt(sizes.sigma_d_squared)};
}

/// The percentiles of a bootstrap over n frames that make a 95% interval. Resampling n frames shows sqrt((n - 1)/n) of
/// the spread and knows it from n - 1 differences, so that the usual 2.5% would cover too little: the percentiles that
/// belong to Student's quantile are taken instead (T. Hesterberg, The American Statistician 69, 2015).
std::array<double, 2> percentiles95(std::size_t frames) {
  if (frames < 2) return {0, 1};
  const auto n = static_cast<double>(frames);
  const double quantile = boost::math::quantile(StudentsT(n - 1), 0.975) * std::sqrt(n / (n - 1));
  const double outside = boost::math::cdf(Normal(), -quantile);
  return {outside, 1 - outside};
}

void set_intervals(const std::vector<Sizes>& resamples, double freedom_ratio, const std::array<double, 2>& percentiles,
                   BiasEstimate* estimate) {
  std::vector<double> ratios;
  std::vector<double> eps;
  for (const Sizes& sizes : resamples) {
    ratios.push_back(sizes.ratio(freedom_ratio));
    eps.push_back(sizes.eps(freedom_ratio));
  }
  estimate->ratio_ci95 = {quantile(ratios, percentiles[0]), quantile(ratios, percentiles[1])};
  estimate->eps_px_ci95 = {quantile(eps, percentiles[0]), quantile(eps, percentiles[1])};
}

/// The intervals, by drawing as many frames as there are, with replacement.
void resample_frames(const Resampler& resampler, std::size_t frames, double freedom_ratio, const BiasOptions& options,
                     BiasRatio* bias) {
  const auto count = static_cast<std::size_t>(options.resamples);
  std::vector<Sizes> robust(count);
  std::vector<Sizes> plain(count);
  constexpr std::size_t kChunk = 100;  // one random stream and one copy of the scratch memory for so many
  SharedProgress shared(options.progress);
  parallel_for((count + kChunk - 1) / kChunk, options.threads, [&](std::size_t chunk) {
    Resampler mine = resampler;
    RandomStream random(options.seed, chunk);
    std::vector<std::uint32_t> multiplicities(frames);
    for (std::size_t i = chunk * kChunk; i < std::min(count, (chunk + 1) * kChunk); ++i) {
      shared.require_go_on();
      do {  // until a frame with tiles is among them
        std::fill(multiplicities.begin(), multiplicities.end(), 0U);
        for (std::size_t draw = 0; draw < frames; ++draw)
          ++multiplicities[random.index(static_cast<std::uint32_t>(frames))];
      } while (!mine.has_tiles(multiplicities));
      robust[i] = mine.robust(multiplicities);
      plain[i] = mine.plain(multiplicities);
    }
  });
  const std::array<double, 2> percentiles = percentiles95(frames);
  set_intervals(robust, freedom_ratio, percentiles, &bias->robust);
  set_intervals(plain, freedom_ratio, percentiles, &bias->plain);
}

void check_bias_options(const Calibration& calibration, const BiasOptions& options) {
  const auto refuse = [](const std::string& message) { throw Error(ErrorCode::kBadOption, message); };
  require_converged(calibration, "the bias ratio");
  if (options.resamples < 0) refuse("the bias ratio's resamples cannot be negative");
  if (options.image_columns < 1 || options.image_rows < 1) refuse("the bias map needs at least one cell");
}

}  // namespace

BiasRatio bias_ratio(const Calibration& calibration, const BiasOptions& options) {
  check_bias_options(calibration, options);
  return bias_ratio(calibration, fit_tiles(calibration, options.threads, options.progress), options);
}

BiasRatio bias_ratio(const Calibration& calibration, const TileFits& tiles, const BiasOptions& options) {
  check_bias_options(calibration, options);
  if (tiles.fits.empty()) {
    throw Error(ErrorCode::kDegenerate,
                tiles.tiles.empty()
                    ? "the target's points form no lattice of 2x2 tiles, which the bias ratio needs; name the target"
                    : "no frame shows four neighbouring corners of the target (a tile), which the bias ratio needs");
  }
  BiasRatio bias;
  bias.plain_asked_for = options.plain;
  bias.n_tiles = static_cast<int>(tiles.fits.size());
  bias.tiles_not_fitted = static_cast<int>(tiles.not_fitted);
  bias.image_columns = options.image_columns;
  bias.image_rows = options.image_rows;

  const std::size_t frames = calibration.frames.size();
  Grouped calib;
  for (std::size_t j = 0; j < frames; ++j) {
    for (const double r : calibration.residuals.frame(j)) calib.add(r, j);
  }
  Grouped tile;
  for (const TileFit& fit : tiles.fits) {
    for (const double r : even_residuals(fit)) tile.add(r, fit.frame);
  }
  const double freedom_ratio = 1 - static_cast<double>(calibration.fit.n_parameters) / calibration.fit.n_observations;
  // A tile has 8 coordinates and 6 parameters, so that its residuals hold 2/8 of the noise's square; less, where they
  // helped to find the target's shape.
  const TileFreedom freedom = tile_freedom(calibration, tiles);
  if (!(freedom.within > 0)) {
    throw Error(ErrorCode::kDegenerate,
                "there are too few frames for a target of unknown shape: nothing is left to tell noise from bias; take "
                "more images, or ask for the shape warp");
  }
  Resampler resampler(calib, tile, kTileCoordinates * bias.n_tiles / freedom.within, frames);
  const std::vector<std::uint32_t> once(frames, 1);
  bias.robust = estimate(resampler.robust(once), freedom_ratio);
  bias.plain = estimate(resampler.plain(once), freedom_ratio);
  if (options.resamples > 0) resample_frames(resampler, frames, freedom_ratio, options, &bias);
  const TileTest test = tile_test(calibration, tiles, freedom, options.threads, options.progress);
  bias.f_statistic = test.f_statistic;
  bias.p_value = test.p_value;
  const ExcessOverNoise excess{freedom_ratio, bias.headline().sigma_d_px};
  bias.target = bias_over_target(tiles, calibration.observations->target, excess);
  bias.image = bias_over_image(calibration, options.image_columns, options.image_rows, excess);
  return bias;
}

}  // namespace fiducia

#include "fiducia/evaluate/bootstrap.h"

#include <algorithm>
#include <string>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/evaluate/estimators.h"
#include "fiducia/solve/refit.h"

namespace fiducia {
namespace {

constexpr int kMostRefitDraws = 20;

}  // namespace

Bootstrap bootstrap(const Calibration& calibration, const ResamplingOptions& options, const Progress& progress) {
  if (options.samples < 2) throw Error(ErrorCode::kBadOption, "a bootstrap needs at least 2 samples");
  const Refit refit(calibration);
  const auto frames = static_cast<std::uint32_t>(refit.frame_count());
  const auto samples = static_cast<std::size_t>(options.samples);
  Bootstrap result;
  result.parameters.resize(calibration.model->size(), options.samples);
  std::vector<int> redrawn(samples);
  SharedProgress shared(progress, samples);
  const Progress asked = shared.uncounted();
  parallel_for(samples, options.threads, [&](std::size_t i) {
    RandomStream random(options.seed, i);
    std::vector<std::uint32_t> multiplicities(frames);
    for (;;) {
      std::fill(multiplicities.begin(), multiplicities.end(), 0U);
      for (std::uint32_t draw = 0; draw < frames; ++draw) ++multiplicities[random.index(frames)];
      if (const auto found = refit(multiplicities, asked); found && found->converged) {
        result.parameters.col(static_cast<Eigen::Index>(i)) = found->parameters.head(result.parameters.rows());
        break;
      }
      if (++redrawn[i] == kMostRefitDraws) {
        throw Error(ErrorCode::kDegenerate, "bootstrap: hardly a resampling of these " + std::to_string(frames) +
                                                " frames can be calibrated; take more images");
      }
    }
    shared.add_one();
  });
  const Eigen::MatrixXd scatter = result.parameters.colwise() - result.parameters.rowwise().mean();
  result.covariance = scatter * scatter.transpose() / (options.samples - 1.0);
  result.samples = options.samples;
  for (const int count : redrawn) result.redrawn += count;
  return result;
}

CovarianceEstimate bs_covariance(EstimatorInput& input) {
  const CovarianceOptions& options = input.options;
  const Bootstrap result =
      bootstrap(input.calibration, {options.samples, options.seed, options.threads}, options.progress);
  CovarianceEstimate estimate;
  estimate.matrix = result.covariance;
  estimate.samples = result.samples;
  estimate.redrawn = result.redrawn;
  return estimate;
}

}  // namespace fiducia

#include "fiducia/evaluate/bootstrap.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
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
  std::mutex mutex;
  std::size_t done = 0;
  parallel_for(samples, options.threads, [&](std::size_t i) {
    RandomStream random(options.seed, i);
    std::vector<std::uint32_t> multiplicities(frames);
    for (;;) {
      std::fill(multiplicities.begin(), multiplicities.end(), 0U);
      for (std::uint32_t draw = 0; draw < frames; ++draw) ++multiplicities[random.index(frames)];
      if (const auto found = refit(multiplicities); found && found->converged) {
        result.parameters.col(static_cast<Eigen::Index>(i)) = found->parameters.head(result.parameters.rows());
        break;
      }
      if (++redrawn[i] == kMostRefitDraws) {
        throw Error(ErrorCode::kDegenerate, "bootstrap: hardly a resampling of these " + std::to_string(frames) +
                                                " frames can be calibrated; take more images");
      }
    }
    if (progress) {
      const std::lock_guard lock(mutex);
      progress(++done, samples);
    }
  });
  const Eigen::MatrixXd scatter = result.parameters.colwise() - result.parameters.rowwise().mean();
  result.covariance = scatter * scatter.transpose() / (options.samples - 1.0);
  result.samples = options.samples;
  for (const int count : redrawn) result.redrawn += count;
  return result;
}

}  // namespace fiducia

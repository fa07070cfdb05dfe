#include "fiducia/assess/cause_share.h"

#include <algorithm>
#include <numeric>

#include "fiducia/core/distributions.h"
#include "fiducia/core/random.h"
#include "fiducia/core/statistics.h"

namespace fiducia {
namespace {

double share_in(const Systematic& whole, const std::vector<double>& r0, const std::vector<double>& r1, double k,
                const std::vector<std::size_t>& drawn) {
  double explained = 0;
  double all = 0;
  const double per_frame = k / static_cast<double>(r0.size());
  for (const std::size_t j : drawn) {
    explained += r0[j] - r1[j] - per_frame * whole.variance;
    all += whole.lean[j] - whole.freedom * whole.variance;
  }
  return all > 0 ? std::clamp(explained / all, 0.0, 1.0) : 0;
}

}  // namespace

CauseShare share_of(const Systematic& whole, const std::vector<double>& r0, const std::vector<double>& r1, double k,
                    std::uint64_t stream) {
  constexpr int kResamples = 500;
  std::vector<std::size_t> frames(r0.size());
  std::iota(frames.begin(), frames.end(), std::size_t{0});
  CauseShare result{.share = share_in(whole, r0, r1, k, frames)};
  RandomStream random(1, stream);
  std::vector<double> shares;
  std::vector<std::size_t> drawn(frames.size());
  for (int i = 0; i < kResamples; ++i) {
    for (std::size_t& j : drawn) j = random.index(static_cast<std::uint32_t>(frames.size()));
    shares.push_back(share_in(whole, r0, r1, k, drawn));
  }
  result.ci95 = {quantile(shares, 0.025), quantile(shares, 0.975)};
  return result;
}

double f_test(double r0, double r1, double k, double left) {
  if (!(r1 > 0) || !(r0 > r1) || !(left > 0)) return r0 > r1 ? 0 : 1;
  const double f = ((r0 - r1) / k) / (r1 / left);
  return boost::math::cdf(boost::math::complement(FisherF(k, left), f));
}

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace fiducia

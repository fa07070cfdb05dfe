#include "fiducia/solve/outlier_votes.h"

#include <algorithm>

#include "fiducia/core/statistics.h"
#include "fiducia/solve/local_deviations.h"
#include "fiducia/solve/usable_frames.h"

namespace fiducia {
namespace {

/// Deviations below this (px) are never outliers.
constexpr double kLeastDeviation = 0.5;
/// A corner that stands off in more than this part of the frames that show it.
constexpr double kOften = 0.3;

}  // namespace

OutlierVotes::OutlierVotes(const Observations& observations) {
  for (const Frame& frame : observations.frames) {
    votes_.emplace_back(frame.corners.size());
    voters_.emplace_back(0);
  }
}

void OutlierVotes::add(const Calibration& voter, double sigmas, int threads, const Progress& progress) {
  const std::vector<double> deviations = local_deviations(voter, threads, progress);
  if (deviations.empty()) return;
  // The length of a vector of two normal coordinates has the median 1.1774 sigma.
  constexpr double kMedianLength = 1.1774;
  const double limit = std::max(kLeastDeviation, sigmas * median(deviations) / kMedianLength);
  std::size_t at = 0;
  for (const FrameFit& frame : voter.frames) {
    const bool first = voters_[frame.index]++ == 0;
    for (OutlierVote& vote : votes_[frame.index]) {
      const double deviation = deviations[at++];
      vote.unanimous = (first || vote.unanimous) && deviation > limit;
      if (first || deviation < vote.deviation) {
        vote.deviation = deviation;
        vote.limit = limit;
      }
    }
  }
}

bool OutlierVotes::any() const {
  for (const auto& frame : votes_) {
    if (std::any_of(frame.begin(), frame.end(), [](const OutlierVote& vote) { return vote.unanimous; })) return true;
  }
  return false;
}

std::vector<char> OutlierVotes::of_the_target(const Observations& observations) const {
  std::vector<int> seen(observations.target.points.size());
  std::vector<int> voted_out(seen.size());
  for (std::size_t j = 0; j < votes_.size(); ++j) {
    for (std::size_t i = 0; i < votes_[j].size(); ++i) {
      const auto id = static_cast<std::size_t>(observations.frames[j].corners[i].id);
      ++seen[id];
      if (votes_[j][i].unanimous) ++voted_out[id];
    }
  }
  std::vector<char> result(seen.size());
  for (std::size_t id = 0; id < seen.size(); ++id) {
    result[id] = voted_out[id] >= kFewestSightings && voted_out[id] > kOften * seen[id] ? 1 : 0;
  }
  return result;
}

}  // namespace fiducia

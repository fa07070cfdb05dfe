#pragma once

#include <vector>

#include "fiducia/data/observations.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The votes on a corner, with the least of the models' deviations and the limit of that model.
struct OutlierVote {
  bool unanimous = false;
  double deviation = 0;
  double limit = 0;
};

/// Which corners are outliers, by the calibrations of several models: only what stands off with all of them is one.
class OutlierVotes {
 public:
  explicit OutlierVotes(const Observations& observations);

  /// sigmas: the limit, in robust standard deviations of the calibration's local deviations.
  void add(const Calibration& voter, double sigmas, int threads, const Progress& progress);

  [[nodiscard]] const OutlierVote& at(std::size_t frame, std::size_t corner) const { return votes_[frame][corner]; }
  /// Whether any corner is an outlier by all votes so far.
  [[nodiscard]] bool any() const;
  /// By corner id: whether it is an outlier so often that it must be the corner of the target itself.
  [[nodiscard]] std::vector<char> of_the_target(const Observations& observations) const;

 private:
  std::vector<std::vector<OutlierVote>> votes_;  // by frame and corner
  std::vector<int> voters_;                      // by frame
};

}  // namespace fiducia

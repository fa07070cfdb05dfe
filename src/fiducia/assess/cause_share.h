#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace fiducia {

/// What all shares are parts of, and what of a frame's squares is noise.
struct Systematic {
  std::vector<double> lean;  // squares by frame, px^2
  double variance = 0;       // of a coordinate's noise
  double freedom = 0;        // of the lean calibration's residuals, per frame
};

struct CauseShare {
  double share = 0;
  std::array<double, 2> ci95{};
};

/// The part of what is systematic that goes when frames leave the squares r1 instead of r0, with k parameters more:
/// (RSS_0 - RSS_1 - k sigma^2) / (RSS - dof sigma^2), with an interval by resampling frames.
[[nodiscard]] CauseShare share_of(const Systematic& whole, const std::vector<double>& r0, const std::vector<double>& r1,
                                  double k, std::uint64_t stream);

/// Of the F-test of k parameters that lower the sum of squares from r0 to r1, of which `left` are not fitted.
[[nodiscard]] double f_test(double r0, double r1, double k, double left);

[[nodiscard]] double sum_of(const std::vector<double>& values);

}  // namespace fiducia

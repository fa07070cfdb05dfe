#pragma once

#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// How a Gaussian point-spread function is drawn by several weighted samples.
///
/// A sample of a black and white pattern would be 0 or 1, and an edge that runs along a column of pixels would come out
/// as a staircase. So each sample is itself a small Gaussian, which sees straight edges exactly (SoftEdge). A Gaussian
/// of variance 1 is a narrower one, of variance 1 - soft_variance, of softer ones. The narrower one is replaced by the
/// nodes of Gauss-Hermite quadrature, which have all its moments up to degree 2 sqrt(samples) - 1. They are symmetric
/// about zero (exactly so in floating point), so that the image of what is symmetric is symmetric.
struct PointSpread {
  struct Sample {
    Vector2 node;  ///< for a Gaussian of variance 1 in both coordinates
    double weight = 0;
  };
  std::vector<Sample> samples;
  double soft_variance = 0;  ///< the part of the variance that is left to the softness of the samples
  double reach = 0;          ///< the largest distance of a node from zero
};

/// `samples` is a square number: a node of the quadrature for each pair of a column and a row.
[[nodiscard]] PointSpread gaussian_point_spread(int samples);

}  // namespace fiducia

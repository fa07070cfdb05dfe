#pragma once

#include <Eigen/Core>

namespace fiducia {

/// What one frame says about the global parameters g once its own pose is eliminated, at the solution:
/// S = F'F - F'E (E'E)^-1 E'F and s = F'r - F'E (E'E)^-1 E'r, with F = dp/dg, E = dp/dpose, rows multiplied
/// by their corners' weights and sqrt(rho'). Not multiplied by the frame's weight. Everything about uncertainty is a
/// function of these pairs.
struct FrameInformation {
  Eigen::MatrixXd S;
  Eigen::VectorXd s;
};

}  // namespace fiducia

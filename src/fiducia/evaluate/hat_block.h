#pragma once

#include <Eigen/Core>

#include "fiducia/solve/frame_information.h"
#include "fiducia/solve/inverse_information.h"

namespace fiducia {

/// A frame's block of the hat matrix, w R A^-1 R', in the form of A^-1 = D + X'X - U'U (frame_influences.h).
class HatBlock {
 public:
  /// Both are kept by reference.
  HatBlock(const FrameInformation& frame, double weight, const InverseInformation& inverse);

  [[nodiscard]] Eigen::MatrixXd times(const Eigen::MatrixXd& v) const;
  [[nodiscard]] Eigen::MatrixXd matrix() const;
  [[nodiscard]] double trace() const;

 private:
  const FrameInformation& frame_;
  double weight_;
  const InverseInformation& inverse_;
  Eigen::MatrixXd x_;
  Eigen::MatrixXd u_;
};

}  // namespace fiducia

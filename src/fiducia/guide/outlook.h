#pragma once

#include <memory>
#include <optional>

#include "fiducia/evaluate/explanation.h"
#include "fiducia/guide/information_state.h"
#include "fiducia/guide/propose.h"

namespace fiducia {

/// How wrong the camera is with the frames so far, as assess() found it: lengths, px RMS over the image.
struct KnownTotal {
  double random_px = 0;
  double systematic_px = 0;
  double bound95_px = 0;
  bool is_lower_bound = false;                          ///< something systematic is left that nothing explains
  std::shared_ptr<const Explanation> explanation = {};  ///< of what is systematic, where there is one
};

/// How wrong a camera is expected to be after views that are taken one after another.
///
/// The random part becomes smaller with A. What is systematic goes on acting: a view is taken of the same board with
/// the same lens. What the explanation of the frames (its camera, its target's shape) would show there differs from
/// what the calibration expects, by r, which pulls the intrinsics as any residual does,
///
///     theta_k = theta + A_k^-1 sum F_c' (I - P_c) r_c,
///
/// P_c the projection onto what the view's pose explains. The systematic part is scaled by how far the camera with
/// theta_k lies from the explanation's, over how far it lies now. Without an explanation it stays as it is.
class Outlook {
 public:
  /// camera, board: that the views are planned with. All must outlive this.
  Outlook(const InformationState& information_state, const Camera& camera, const Board& board,
          std::optional<KnownTotal> known = {});

  [[nodiscard]] const Eigen::MatrixXd& a() const { return a_; }
  void take(const CandidateView& view);
  [[nodiscard]] ExpectedMapping expected() const;

 private:
  [[nodiscard]] double systematic_px() const;

  const InformationState* information_state_;
  const Camera* camera_;
  const Board* board_;
  std::optional<KnownTotal> known_;
  Eigen::MatrixXd a_;
  Eigen::VectorXd pull_;
  ExpectedMapping now_;
};

}  // namespace fiducia

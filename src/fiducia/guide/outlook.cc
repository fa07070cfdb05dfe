#include "fiducia/guide/outlook.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/guide/view_information.h"

namespace fiducia {
namespace {

double squared(double x) { return x * x; }

/// The corners where the explanation would show them; nothing where it does not see them.
std::optional<View> explained_view(const View& view, const Calibration& explanation) {
  const std::vector<Vector3>& points = target_points(explanation);
  View explained{view.camera_from_target, {}};
  for (const Corner& corner : view.corners) {
    const Vector3& point = points[static_cast<std::size_t>(corner.id)];
    if (!point.allFinite()) continue;
    const std::optional<Vector2> pixel = explanation.camera->project(view.camera_from_target * point);
    if (!pixel) return std::nullopt;
    explained.corners.push_back({corner.id, *pixel});
  }
  return explained;
}

/// px^2 per coordinate; nothing where two cameras cannot be compared.
std::optional<double> difference(const Camera& one, const Camera& other) {
  try {
    return mapping_difference(one, other).compensated.k;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

Outlook::Outlook(const InformationState& information_state, const Camera& camera, const Board& board,
                 std::optional<KnownTotal> known)
    : information_state_(&information_state),
      camera_(&camera),
      board_(&board),
      known_(std::move(known)),
      a_(information_state.A),
      pull_(Eigen::VectorXd::Zero(information_state.A.rows())),
      now_(information_state.expected(information_state.A)) {}

void Outlook::take(const CandidateView& view) {
  a_ = information_state_->with_view(a_, view.S);
  if (!known_ || known_->systematic_px == 0 || known_->explanation == nullptr) return;
  const std::optional<View> explained = explained_view(view.view, known_->explanation->calibration);
  if (!explained) return;
  const std::optional<Eigen::VectorXd> pull = view_pull(*explained, *camera_, *board_);
  if (!pull) return;
  pull_ += information_state_->loss.size() == 0 ? *pull : Eigen::VectorXd(information_state_->loss * *pull);
}

double Outlook::systematic_px() const {
  if (known_->systematic_px == 0 || known_->explanation == nullptr || pull_.isZero(0)) return known_->systematic_px;
  const Eigen::VectorXd scale = a_.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::LLT<Eigen::MatrixXd> llt(scale.asDiagonal() * a_ * scale.asDiagonal());
  if (llt.info() != Eigen::Success) return known_->systematic_px;
  const Eigen::VectorXd step = scale.asDiagonal() * llt.solve(scale.asDiagonal() * pull_);
  std::vector<double> parameters = camera_->parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i] += step[static_cast<Eigen::Index>(i)];
  const Camera moved(camera_->shared_model(), std::move(parameters), camera_->image_size());
  const Camera& truth = *known_->explanation->calibration.camera;
  const std::optional<double> before = difference(*camera_, truth);
  const std::optional<double> after = difference(moved, truth);
  if (!before || !after || !(*before > 0)) return known_->systematic_px;
  return known_->systematic_px * std::sqrt(*after / *before);
}

ExpectedMapping Outlook::expected() const {
  ExpectedMapping result = information_state_->expected(a_);
  if (!known_) return result;
  const double systematic = systematic_px();
  const double random_bound = std::max(squared(known_->bound95_px) - squared(known_->systematic_px), 0.0);
  result.total_px = std::hypot(result.eme_px / now_.eme_px * known_->random_px, systematic);
  result.bound95_px = std::sqrt(squared(result.error95_px / now_.error95_px) * random_bound + squared(systematic));
  return result;
}

}  // namespace fiducia

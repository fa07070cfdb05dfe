#include "fiducia/guide/rig_outlook.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/evaluate/quadratic_root.h"
#include "fiducia/evaluate/rig_pair_geometry.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;

/// trace(J a^-1 J'); infinite where a is singular.
double trace_of(const MatrixXd& J, const MatrixXd& a) {
  const Eigen::VectorXd scale = a.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::LLT<MatrixXd> llt(scale.asDiagonal() * a * scale.asDiagonal());
  if (llt.info() != Eigen::Success) return std::numeric_limits<double>::infinity();
  return llt.matrixL().solve(scale.asDiagonal() * J.transpose()).squaredNorm();
}

/// How the rows of the rectified images move, over what both cameras see at the distances that were asked for.
MatrixXd moving_rows(const RigGeometry& rig, const RigPair& pair) {
  constexpr int kColumns = 10;
  constexpr int kRows = 8;
  std::vector<Eigen::RowVectorXd> rows;
  for (const TriangulationError& at : pair.triangulation) {
    for (PairPoint& point : pair_points(rig, pair.a, pair.b, at.distance_m, kColumns, kRows)) {
      rows.push_back(std::move(point.row));
    }
  }
  MatrixXd J(static_cast<Eigen::Index>(rows.size()), rig.layout.shape_first);
  for (std::size_t i = 0; i < rows.size(); ++i) J.row(static_cast<Eigen::Index>(i)) = rows[i];
  return J;
}

}  // namespace

RigOutlook::RigOutlook(const RigAssessment& rig, const RigInformation& information) {
  const RigGeometry geometry = rig_geometry(rig.calibration);
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    add(RigCause::kCamera, {c}, rig.cameras[c].error, mapping_rows(geometry, c), information);
  }
  for (const RigPair& pair : rig.pairs) {
    if (pair.row_points == 0) continue;
    add(RigCause::kRows, {pair.a, pair.b}, pair.rows, moving_rows(geometry, pair), information);
  }
}

void RigOutlook::add(RigCause cause, std::vector<std::size_t> cameras, const RigError& error, const MatrixXd& J,
                     const RigInformation& information) {
  if (J.rows() == 0) return;
  const MatrixXd own = J(Eigen::all, information.places);
  Random random;
  random.J = quadratic_root(own.transpose() * own);
  random.factor = error.random * error.random / trace_of(random.J, information.A);
  random.systematic_px = error.systematic;
  random.bound_ratio = error.total > 0 ? error.bound95 / error.total : 1;
  aspects_.push_back({cause, std::move(cameras), {error.total, error.bound95}});
  random_.push_back(std::move(random));
}

RigExpected RigOutlook::expected(const MatrixXd& a, std::size_t aspect) const {
  const Random& random = random_[aspect];
  const double total = std::sqrt(random.factor * trace_of(random.J, a) + random.systematic_px * random.systematic_px);
  return {total, random.bound_ratio * total};
}

std::vector<RigExpected> RigOutlook::expected(const MatrixXd& a) const {
  std::vector<RigExpected> result;
  for (std::size_t i = 0; i < aspects_.size(); ++i) result.push_back(expected(a, i));
  return result;
}

std::size_t RigOutlook::weakest(const std::vector<RigExpected>& expected) {
  const auto worst = std::max_element(expected.begin(), expected.end(), [](const RigExpected& a, const RigExpected& b) {
    return a.bound95_px < b.bound95_px;
  });
  return static_cast<std::size_t>(worst - expected.begin());
}

}  // namespace fiducia

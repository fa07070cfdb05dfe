#include "fiducia/solve/outlying_corners.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/statistics.h"
#include "fiducia/core/words.h"
#include "fiducia/solve/usable_frames.h"

namespace fiducia {
namespace {

constexpr std::size_t kNeighbours = 8;
/// With fewer than this a median is no witness.
constexpr std::size_t kFewestNeighbours = 4;
/// Nobody misses a corner for less (px).
constexpr double kLeastDeviation = 0.5;
/// A corner that stands off in more than this part of the frames that show it.
constexpr double kOften = 0.3;

/// The corners of a frame nearest to corner i on the target.
std::vector<std::size_t> neighbours_of(std::size_t i, const std::vector<Corner>& corners,
                                       const std::vector<Vector3>& points) {
  std::vector<std::pair<double, std::size_t>> by_distance;
  const Vector3& here = points[static_cast<std::size_t>(corners[i].id)];
  for (std::size_t k = 0; k < corners.size(); ++k) {
    if (k != i) by_distance.emplace_back((points[static_cast<std::size_t>(corners[k].id)] - here).squaredNorm(), k);
  }
  const std::size_t count = std::min(kNeighbours, by_distance.size());
  std::partial_sort(by_distance.begin(), by_distance.begin() + static_cast<std::ptrdiff_t>(count), by_distance.end());
  std::vector<std::size_t> nearest;
  for (std::size_t k = 0; k < count; ++k) nearest.push_back(by_distance[k].second);
  return nearest;
}

/// What an affine function of the place on the target, fitted to the neighbours, says at the corner itself.
Vector2 extrapolated(const Vector3& here, const std::vector<Vector3>& places, const std::vector<Vector2>& residuals) {
  const auto count = static_cast<Eigen::Index>(places.size());
  Eigen::MatrixXd rows(count, 3);
  Eigen::MatrixXd values(count, 2);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Vector3 arm = places[static_cast<std::size_t>(k)] - here;
    rows.row(k) << 1, arm.x(), arm.y();
    values.row(k) = residuals[static_cast<std::size_t>(k)];
  }
  return rows.colPivHouseholderQr().solve(values).row(0);
}

Vector2 middle(const std::vector<Vector2>& residuals) {
  Vector2 result;
  for (Eigen::Index axis = 0; axis < 2; ++axis) {
    std::vector<double> values;
    for (const Vector2& r : residuals) values.push_back(r[axis]);
    result[axis] = median(values);
  }
  return result;
}

/// What gives deviations one sigma where weights differ: the median of the neighbours has about half the noise of one.
double weight_of_deviation(double own, double neighbours) {
  constexpr double kPart = 0.25;
  return std::sqrt((1 + kPart) / (1 / (own * own) + kPart / (neighbours * neighbours)));
}

/// What was found against a corner: the least of what the witnesses say.
struct Objection {
  bool by_all = false;
  double deviation = 0;
  double limit = 0;
};

class Objections {
 public:
  explicit Objections(const Observations& observations) {
    for (const Frame& frame : observations.frames) {
      heard_.emplace_back(frame.corners.size());
      witnesses_.emplace_back(0);
    }
  }

  void hear(const Calibration& witness, double sigmas, int threads) {
    const std::vector<double> deviations = local_deviations(witness, threads);
    if (deviations.empty()) return;
    // The length of a vector of two normal coordinates has the median 1.1774 sigma.
    constexpr double kMedianLength = 1.1774;
    const double limit = std::max(kLeastDeviation, sigmas * median(deviations) / kMedianLength);
    std::size_t at = 0;
    for (const FrameFit& frame : witness.frames) {
      const bool first = witnesses_[frame.index]++ == 0;
      for (Objection& objection : heard_[frame.index]) {
        const double deviation = deviations[at++];
        objection.by_all = (first || objection.by_all) && deviation > limit;
        if (first || deviation < objection.deviation) {
          objection.deviation = deviation;
          objection.limit = limit;
        }
      }
    }
  }

  [[nodiscard]] const Objection& at(std::size_t frame, std::size_t corner) const { return heard_[frame][corner]; }

  [[nodiscard]] bool any() const {
    for (const auto& frame : heard_) {
      if (std::any_of(frame.begin(), frame.end(), [](const Objection& objection) { return objection.by_all; }))
        return true;
    }
    return false;
  }

  /// By corner id: whether it is objected to so often that it must be the corner itself.
  [[nodiscard]] std::vector<char> of_the_target(const Observations& observations) const {
    std::vector<int> seen(observations.target.points.size());
    std::vector<int> objected(seen.size());
    for (std::size_t j = 0; j < heard_.size(); ++j) {
      for (std::size_t i = 0; i < heard_[j].size(); ++i) {
        const auto id = static_cast<std::size_t>(observations.frames[j].corners[i].id);
        ++seen[id];
        if (heard_[j][i].by_all) ++objected[id];
      }
    }
    std::vector<char> result(seen.size());
    for (std::size_t id = 0; id < seen.size(); ++id) {
      result[id] = objected[id] >= kFewestSightings && objected[id] > kOften * seen[id] ? 1 : 0;
    }
    return result;
  }

 private:
  std::vector<std::vector<Objection>> heard_;  // by frame and corner
  std::vector<int> witnesses_;                 // by frame
};

/// Takes corners out of the observations, and says so.
class Sieve {
 public:
  explicit Sieve(std::shared_ptr<const Observations> observations) : observations_(std::move(observations)) {}

  void leave_out_rarely_seen() {
    std::vector<const Frame*> frames;
    for (const Frame& frame : observations_->frames) frames.push_back(&frame);
    const std::vector<int> sightings = corner_sightings(frames, observations_->target.points.size());
    Observations rest = *observations_;
    bool any = false;
    for (std::size_t j = 0; j < rest.frames.size(); ++j) {
      any |= remove_if(j, &rest.frames[j], [&](std::size_t, const Corner& corner) -> std::string {
        const int count = sightings[static_cast<std::size_t>(corner.id)];
        if (count >= kFewestSightings) return {};
        return "seen in " + std::to_string(count) + " frame" + (count > 1 ? "s" : "") + " only, and where it is on a " +
               "free target takes " + std::to_string(kFewestSightings);
      });
    }
    if (any) observations_ = std::make_shared<const Observations>(std::move(rest));
  }

  /// What every calibration that knows the frame holds against. Whether there was anything.
  bool leave_out_outliers(const std::vector<Calibration>& witnesses, double sigmas, int threads) {
    Objections objections(*observations_);
    for (const Calibration& witness : witnesses) {
      if (witness.converged()) objections.hear(witness, sigmas, threads);
    }
    const std::vector<char> is_target = objections.of_the_target(*observations_);
    Observations rest = *observations_;
    bool any = false;
    for (std::size_t j = 0; j < rest.frames.size(); ++j) {
      // The worst of a frame bend the fit for the others, who may be innocent: those have their turn when it is gone.
      double worst = 0;
      const auto of_picture = [&](std::size_t i, const Corner& corner) {
        return objections.at(j, i).by_all && is_target[static_cast<std::size_t>(corner.id)] == 0;
      };
      const std::vector<Corner>& corners = observations_->frames[j].corners;
      for (std::size_t i = 0; i < corners.size(); ++i) {
        if (of_picture(i, corners[i])) worst = std::max(worst, objections.at(j, i).deviation);
      }
      any |= remove_if(j, &rest.frames[j], [&](std::size_t i, const Corner& corner) -> std::string {
        const Objection& objection = objections.at(j, i);
        if (!of_picture(i, corner) || objection.deviation < 0.5 * worst) return {};
        return in_digits(objection.deviation, 3) + " px off from its neighbours, where " +
               in_digits(objection.limit, 2) + " px is the limit" + (corner.weight != 1 ? ", both weighted" : "");
      });
    }
    if (any) observations_ = std::make_shared<const Observations>(std::move(rest));
    return any;
  }

  /// What is left.
  [[nodiscard]] const std::shared_ptr<const Observations>& observations() const { return observations_; }
  std::vector<LeftOutCorner>& left_out() { return left_out_; }

 private:
  template <class Reason>
  bool remove_if(std::size_t frame_index, Frame* frame, const Reason& reason_for) {
    std::vector<Corner> kept;
    for (std::size_t i = 0; i < frame->corners.size(); ++i) {
      std::string reason = reason_for(i, frame->corners[i]);
      if (reason.empty()) {
        kept.push_back(frame->corners[i]);
      } else {
        left_out_.push_back({frame->name, frame_index, frame->corners[i].id, std::move(reason)});
      }
    }
    const bool any = kept.size() < frame->corners.size();
    frame->corners = std::move(kept);
    return any;
  }

  std::shared_ptr<const Observations> observations_;
  std::vector<LeftOutCorner> left_out_;
};

}  // namespace

std::vector<double> local_deviations(const Calibration& calibration, int threads) {
  require_converged(calibration, "a search for outliers");
  std::vector<std::size_t> starts;
  std::size_t count = 0;
  for (const FrameFit& frame : calibration.frames) {
    starts.push_back(count);
    count += corners_of(calibration, frame).size();
  }
  std::vector<double> deviations(count);
  const std::vector<Vector3>& points = calibration.observations->target.points;
  parallel_for(starts.size(), threads, [&](std::size_t j) {
    const std::vector<Corner>& corners = corners_of(calibration, calibration.frames[j]);
    const std::span<const double> residuals = calibration.residuals.frame(j);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const std::vector<std::size_t> neighbours = neighbours_of(i, corners, points);
      if (neighbours.size() < kFewestNeighbours) continue;
      // Without the weights: what is systematic is common to neighbours in pixels, however sharply each is seen.
      const auto residual = [&](std::size_t k) -> Vector2 {
        return Vector2(residuals[2 * k], residuals[2 * k + 1]) / corners[k].weight;
      };
      const auto place = [&](std::size_t k) { return points[static_cast<std::size_t>(corners[k].id)]; };
      std::vector<Vector2> theirs;
      std::vector<Vector3> places;
      std::vector<double> weights;
      for (const std::size_t k : neighbours) {
        theirs.push_back(residual(k));
        places.push_back(place(k));
        weights.push_back(corners[k].weight);
      }
      const Vector2 mine = residual(i);
      deviations[starts[j] + i] =
          weight_of_deviation(corners[i].weight, median(weights)) *
          std::min((mine - middle(theirs)).norm(), (mine - extrapolated(place(i), places, theirs)).norm());
    }
  });
  return deviations;
}

namespace {

/// Whether anything stands off with the model in use, or that model says nothing.
bool calls_for_witnesses(const Calibration& calibration, double sigmas, int threads) {
  if (!calibration.converged()) return true;
  Objections objections(*calibration.observations);
  objections.hear(calibration, sigmas, threads);
  return objections.any();
}

}  // namespace

CleanCalibration calibrate_cleaned(const Observations& observations, const CalibrateOptions& options,
                                   const OutlierOptions& outliers) {
  return calibrate_cleaned(std::make_shared<const Observations>(observations), options, outliers);
}

CleanCalibration calibrate_cleaned(std::shared_ptr<const Observations> observations, const CalibrateOptions& options,
                                   const OutlierOptions& outliers) {
  if (!(outliers.sigmas >= 0)) {
    throw Error(ErrorCode::kBadOption, "outliers: the limit in standard deviations must not be negative");
  }
  if (observations == nullptr) throw Error(ErrorCode::kBadOption, "a calibration needs observations");
  validate(*observations);
  Sieve sieve(std::move(observations));
  const bool free = options.target_shape == TargetShape::kFree && !options.fix_intrinsics;
  if (free) sieve.leave_out_rarely_seen();
  // Outliers are looked for with the target as it is said to be: a free one would follow them.
  CalibrateOptions flat = options;
  if (free) flat.target_shape = TargetShape::kPlanar;
  Calibration calibration = calibrate(sieve.observations(), flat);
  for (int round = 0; outliers.sigmas > 0 && round < outliers.max_rounds; ++round) {
    std::vector<Calibration> witnesses = {calibration};
    for (const std::string& name : outliers.witnesses) {
      if (!calls_for_witnesses(witnesses.front(), outliers.sigmas, options.threads)) break;
      if (name == options.model.model().info().name) continue;
      witnesses.push_back(
          calibrate(sieve.observations(), {.model = name, .loss = options.loss, .threads = options.threads}));
    }
    if (!sieve.leave_out_outliers(witnesses, outliers.sigmas, options.threads)) break;
    if (free) sieve.leave_out_rarely_seen();
    calibration = calibrate(sieve.observations(), flat);
  }
  if (free && calibration.converged()) calibration = calibrate(sieve.observations(), options);
  return {std::move(calibration), std::move(sieve.left_out())};
}

CleanCalibration clean_for_any_model(std::shared_ptr<const Observations> observations, const CalibrateOptions& options,
                                     const OutlierOptions& outliers) {
  CalibrateOptions rough = options;
  rough.model = outliers.witnesses.front();
  return calibrate_cleaned(std::move(observations), rough, outliers);
}

}  // namespace fiducia

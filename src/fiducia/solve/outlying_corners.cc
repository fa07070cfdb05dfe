#include "fiducia/solve/outlying_corners.h"

#include <algorithm>
#include <map>
#include <set>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/solve/outlier_votes.h"
#include "fiducia/solve/usable_frames.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

/// Takes corners out of the observations, and says so.
class CornerFilter {
 public:
  explicit CornerFilter(std::shared_ptr<const Observations> observations) : observations_(std::move(observations)) {}

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

  /// The corners that every calibration with the frame votes out. Returns whether there were any.
  bool leave_out_outliers(const OutlierVotes& votes) {
    const std::vector<char> is_target = votes.of_the_target(*observations_);
    Observations rest = *observations_;
    bool any = false;
    for (std::size_t j = 0; j < rest.frames.size(); ++j) {
      // The worst corners of a frame distort the fit of its others, which may be inliers: those follow in the next
      // round.
      double worst = 0;
      const auto of_image = [&](std::size_t i, const Corner& corner) {
        return votes.at(j, i).unanimous && is_target[static_cast<std::size_t>(corner.id)] == 0;
      };
      const std::vector<Corner>& corners = observations_->frames[j].corners;
      for (std::size_t i = 0; i < corners.size(); ++i) {
        if (of_image(i, corners[i])) worst = std::max(worst, votes.at(j, i).deviation);
      }
      any |= remove_if(j, &rest.frames[j], [&](std::size_t i, const Corner& corner) -> std::string {
        const OutlierVote& vote = votes.at(j, i);
        if (!of_image(i, corner) || vote.deviation < 0.5 * worst) return {};
        return in_digits(vote.deviation, 3) + " px off from its neighbours, where " + in_digits(vote.limit, 2) +
               " px is the limit" + (corner.weight != 1 ? ", both weighted" : "");
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

/// The search of one call of calibrate_cleaned().
class OutlierSearch {
 public:
  OutlierSearch(std::shared_ptr<const Observations> observations, const CalibrateOptions& options,
                const OutlierOptions& outliers)
      : filter_(std::move(observations)), options_(options), outliers_(outliers), flat_(options) {
    free_ = options.target_shape == TargetShape::kFree && !options.fix_intrinsics;
    // Outliers are looked for with the target as it is said to be: a free one would follow them. Effects take longer
    // and change nothing: what they do is smooth.
    if (free_) flat_.target_shape = TargetShape::kPlanar;
    flat_.effects.clear();
  }

  CleanCalibration run() {
    if (free_) filter_.leave_out_rarely_seen();
    Calibration calibration = calibrate(filter_.observations(), flat_);
    // From round to round the calibrations go on from where they were. What counts in the end is one from initial
    // values of its own, which may use frames that the outliers had made unusable.
    bool continued = false;
    for (int round = 0; outliers_.sigmas > 0 && round < outliers_.max_rounds; ++round) {
      const bool any = filter_.leave_out_outliers(votes(calibration));
      if (!any && (!continued || is_final(calibration))) {
        continued = false;
        break;
      }
      if (any && free_) filter_.leave_out_rarely_seen();
      calibration =
          any && calibration.converged() ? again(calibration, flat_) : calibrate(filter_.observations(), flat_);
      continued = any;
    }
    if (continued) calibration = calibrate(filter_.observations(), flat_);
    if ((free_ || !options_.effects.empty()) && calibration.converged())
      calibration = calibrate(filter_.observations(), options_);
    return {std::move(calibration), std::move(filter_.left_out())};
  }

 private:
  /// Of a lens of many numbers, where no frame was unusable: from other initial values it would come to the same, and
  /// take long.
  [[nodiscard]] bool is_final(const Calibration& calibration) const {
    return as_spline(*calibration.model) != nullptr && calibration.converged() &&
           calibration.frames.size() == filter_.observations()->frames.size();
  }

  /// Of the model in use, and of the reference models where anything stands off with that, or it says nothing.
  OutlierVotes votes(const Calibration& calibration) {
    OutlierVotes votes(*filter_.observations());
    if (calibration.converged()) {
      votes.add(calibration, outliers_.sigmas, options_.threads, options_.progress);
      if (!votes.any()) return votes;
    }
    for (const std::string& name : outliers_.reference_models) {
      if (name == options_.model.model().info().name) continue;
      const Calibration& reference = reference_calibration(name);
      if (reference.converged()) votes.add(reference, outliers_.sigmas, options_.threads, options_.progress);
    }
    return votes;
  }

  const Calibration& reference_calibration(const std::string& name) {
    const CalibrateOptions cold{.model = name,
                                .loss = options_.loss,
                                .leave_out = options_.leave_out,
                                .threads = options_.threads,
                                .progress = options_.progress};
    const auto known = references_.find(name);
    if (known != references_.end() && known->second.converged()) return known->second = again(known->second, cold);
    return references_[name] = calibrate(filter_.observations(), cold);
  }

  /// With what is left of the observations, from where the calibration ended; or as it began, where that fails.
  [[nodiscard]] Calibration again(const Calibration& calibration, const CalibrateOptions& cold) const {
    CalibrateOptions warm = continued_from(calibration, options_.threads);
    warm.fix_intrinsics = cold.fix_intrinsics;
    warm.progress = options_.progress;
    if (cold.fix_intrinsics) warm.initial.target_points = cold.initial.target_points;
    Calibration next = calibrate(filter_.observations(), warm);
    return next.converged() ? next : calibrate(filter_.observations(), cold);
  }

  CornerFilter filter_;
  const CalibrateOptions& options_;
  const OutlierOptions& outliers_;
  CalibrateOptions flat_;
  bool free_ = false;
  std::map<std::string, Calibration> references_;
};

bool same_corners(const std::vector<LeftOutCorner>& a, const std::vector<LeftOutCorner>& b) {
  const auto of = [](const std::vector<LeftOutCorner>& all) {
    std::set<std::pair<std::size_t, int>> corners;
    for (const LeftOutCorner& one : all) corners.emplace(one.frame_index, one.id);
    return corners;
  };
  return of(a) == of(b);
}

Observations without_corners(const Observations& all, const std::vector<LeftOutCorner>& left_out) {
  Observations rest = all;
  for (const LeftOutCorner& one : left_out) {
    std::erase_if(rest.frames[one.frame_index].corners, [&](const Corner& corner) { return corner.id == one.id; });
  }
  return rest;
}

}  // namespace

std::optional<CleanCalibration> clean_with_found_target(const std::shared_ptr<const Observations>& all,
                                                        const CleanCalibration& found, const OutlierOptions& outliers,
                                                        int threads, const Progress& progress) {
  CalibrateOptions again = continued_from(found.calibration, threads);
  again.progress = progress;
  Observations known = *all;
  known.target.points = found.calibration.target.points;
  CornerFilter filter(std::make_shared<const Observations>(std::move(known)));
  if (again.target_shape == TargetShape::kFree) filter.leave_out_rarely_seen();
  CalibrateOptions shaped = again;
  shaped.target_shape = TargetShape::kPlanar;  // as it is said to be: as it was found
  shaped.initial.target_points.clear();
  shaped.effects.clear();
  shaped.initial.effects = {};
  std::vector<LeftOutCorner> left_out = std::move(filter.left_out());
  for (LeftOutCorner& one : OutlierSearch(filter.observations(), shaped, outliers).run().left_out) {
    left_out.push_back(std::move(one));
  }
  if (same_corners(left_out, found.left_out)) return std::nullopt;
  Calibration calibration = calibrate(std::make_shared<const Observations>(without_corners(*all, left_out)), again);
  if (!calibration.converged()) return std::nullopt;
  return CleanCalibration{std::move(calibration), std::move(left_out)};
}

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
  return OutlierSearch(std::move(observations), options, outliers).run();
}

CleanCalibration clean_for_any_model(std::shared_ptr<const Observations> observations, const CalibrateOptions& options,
                                     const OutlierOptions& outliers) {
  CalibrateOptions rough = options;
  rough.model = outliers.reference_models.front();
  return calibrate_cleaned(std::move(observations), rough, outliers);
}

}  // namespace fiducia

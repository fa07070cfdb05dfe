#include "fiducia/evaluate/find_rig_explanation.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/explanation.h"
#include "fiducia/evaluate/frame_gain.h"
#include "fiducia/evaluate/rig_matched_rows.h"
#include "fiducia/evaluate/rig_pair.h"

namespace fiducia {
namespace {

constexpr int kMostRigParts = 4;
/// Of what is systematic, that a part must explain to be worth its name.
constexpr double kFairPartOfRig = 0.2;

/// Something that may be added.
struct RigMove {
  RigParts parts;
  CauseCode cause = CauseCode::kLens;
  std::optional<std::size_t> camera = {};
  double evidence = 0;
  RigExplanationPtr tried = {};
};

bool is_effect(CauseCode cause) { return cause != CauseCode::kLens && cause != CauseCode::kTarget; }

/// Of the residuals, px^2.
std::vector<double> squares_by_instant(const RigCalibration& rig) {
  std::vector<double> squares;
  for (const InstantFit& instant : rig.instants) {
    double sum = 0;
    for (const RigView& view : instant.views) {
      const Frame& frame = *rig.observations->instants[instant.index].frames[view.camera];
      sum += 2 * static_cast<double>(frame.corners.size()) * view.rmse * view.rmse;
    }
    squares.push_back(sum);
  }
  return squares;
}

/// How far the rows of its pairs are expected to be off by chance, px^2: the mean over those that see something
/// together.
double squared_row_error(const RigExplanation& rig) {
  const std::size_t cameras = rig.spread.geometry.cameras.size();
  const std::vector<double> distances = usual_distances(*rig.calibration);
  double sum = 0;
  int pairs = 0;
  for (std::size_t a = 0; a < cameras; ++a) {
    for (std::size_t b = a + 1; b < cameras; ++b) {
      const std::optional<ComparedResults> rows = compare_rows(rig.spread, rig.spread, a, b, distances);
      if (!rows) continue;
      sum += rows->lean.squaredNorm();
      ++pairs;
    }
  }
  return pairs > 0 ? sum / pairs : 0;
}

class RigSearch {
 public:
  RigSearch(RigExplanationPtr from, const RigSearchOptions& options)
      : first_(from), best_(from), full_(std::move(from)), options_(options) {}

  FoundRigExplanations run() {
    for (int parts = 0; parts < kMostRigParts; ++parts) {
      // What a lens model lacks, everything else feeds on.
      if (!add_strongest(lens_moves()) && !add_strongest(other_moves())) break;
    }
    drop_what_is_not_needed();
    return {best_, full_, std::move(steps_)};
  }

 private:
  [[nodiscard]] std::vector<RigMove> lens_moves() const {
    std::vector<RigMove> moves;
    const RigParts now = full_->parts();
    for (std::size_t c = 0; c < options_.models.size(); ++c) {
      for (const auto& model : options_.models[c]) {
        if (same_model(*model, *now.models[c])) continue;
        RigParts parts = now;
        parts.models[c] = model;
        moves.push_back({std::move(parts), CauseCode::kLens, c});
      }
    }
    for (const auto& model : options_.models_for_all) {
      if (now.shape == TargetShape::kPlanar) break;  // which takes nothing up
      const auto is_richer = [&](const auto& other) { return model->size() > other->size(); };
      if (!std::all_of(now.models.begin(), now.models.end(), is_richer)) continue;
      RigParts parts = now;
      parts.models.assign(now.models.size(), model);
      moves.push_back({std::move(parts), CauseCode::kLens});
    }
    return moves;
  }

  [[nodiscard]] std::vector<RigMove> other_moves() const {
    std::vector<RigMove> moves;
    const RigParts now = full_->parts();
    for (const TargetShape shape : {TargetShape::kWarp, TargetShape::kFree}) {
      if (!options_.shapes || now.shape == shape || now.shape == TargetShape::kFree) continue;
      moves.push_back({now, CauseCode::kTarget});
      moves.back().parts.shape = shape;
    }
    for (const Effect effect : options_.effects) {
      if (std::find(now.effects.begin(), now.effects.end(), effect) != now.effects.end()) continue;
      if (hopeless_.contains(effect)) continue;
      moves.push_back({now, cause_of(effect)});
      moves.back().parts.effects.push_back(effect);
    }
    return moves;
  }

  [[nodiscard]] RigExplanationPtr calibrated(const RigParts& parts) const {
    RigCalibrateOptions how;
    how.models.assign(parts.models.begin(), parts.models.end());
    how.target_shape = parts.shape;
    how.effects = parts.effects;
    how.loss = full_->calibration->loss;
    how.progress = options_.progress;
    return rig_explanation_of(calibrate_rig(*full_->calibration->observations, how), 1, options_.progress);
  }

  /// What noise would leave of the residuals, px^2.
  [[nodiscard]] double noise_cost(const RigCalibration& rig) const {
    double cost = 0;
    for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
      const FitSummary& fit = rig.cameras[c].fit;
      cost += (fit.n_observations - fit.n_parameters) * options_.noise_px[c] * options_.noise_px[c];
    }
    return cost;
  }

  /// Whether the richer one explains a fair part of what is systematic with the leaner one.
  [[nodiscard]] bool matters(const RigCalibration& lean, const RigCalibration& rich) const {
    const double excess = lean.fit.cost - noise_cost(lean);
    return excess - (rich.fit.cost - noise_cost(rich)) > kFairPartOfRig * excess;
  }

  /// What was taken first may have stood for what came later: an effect whose absence nobody would notice goes.
  void drop_what_is_not_needed() {
    for (std::size_t i = 0; i + 1 < steps_.size();) {
      const CauseCode cause = steps_[i].cause;
      if (!is_effect(cause)) {
        ++i;
        continue;
      }
      RigParts parts = full_->parts();
      std::erase(parts.effects, effect_of(cause));
      const RigExplanationPtr without = calibrated(parts);
      if (!without || is_needed(*without->calibration, cause)) {
        ++i;
        continue;
      }
      steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(i));
      full_ = without;
      if (choose_rig_explanation(*steps_.front().before, *full_).rich) best_ = full_;
    }
  }

  [[nodiscard]] bool is_needed(const RigCalibration& without, CauseCode effect) const {
    const RigCalibration& with = *full_->calibration;
    return fit_evidence(without.fit, with.fit.cost, unknowns_of(effect_of(effect)), 1) > 0 && matters(without, with);
  }

  [[nodiscard]] int unknowns_of(Effect effect) const {
    const RigCalibration& now = *full_->calibration;
    // All cameras see one board.
    if (effect == Effect::kTargetBend) return static_cast<int>(now.instants.size()) * frame_unknowns(effect);
    int views = 0;
    for (const InstantFit& instant : now.instants) views += static_cast<int>(instant.views.size());
    return views * frame_unknowns(effect) + static_cast<int>(now.cameras.size()) * common_unknowns(effect);
  }

  /// Of an effect all of its unknowns: how many of them the joint fit determines is not known, and more than a camera
  /// by itself does.
  [[nodiscard]] int more_parameters(const RigMove& move) const {
    const RigCalibration& now = *full_->calibration;
    if (!is_effect(move.cause)) return move.tried->calibration->fit.n_parameters - now.fit.n_parameters;
    return unknowns_of(effect_of(move.cause));
  }

  void look_at(std::vector<RigMove>* moves) const {
    parallel_for(moves->size(), options_.threads, [&](std::size_t i) {
      RigMove& move = (*moves)[i];
      const FitSummary& now = full_->calibration->fit;
      move.tried = calibrated(move.parts);
      if (!move.tried) return;
      move.evidence = fit_evidence(now, move.tried->calibration->fit.cost, more_parameters(move), 1);
    });
  }

  /// Whether something was added.
  bool add_strongest(std::vector<RigMove> moves) {
    if (moves.empty()) return false;
    require_go_on(options_.progress);
    look_at(&moves);
    for (const RigMove& move : moves) {
      if (!is_effect(move.cause)) continue;
      if (!move.tried || move.evidence <= 0) hopeless_.insert(effect_of(move.cause));
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const RigMove& a, const RigMove& b) { return a.evidence > b.evidence; });
    for (const RigMove& move : moves) {
      if (!move.tried || move.evidence <= 0 || !matters(*full_->calibration, *move.tried->calibration)) continue;
      // A lens that fits better and leaves the cameras open explains nothing.
      if (move.cause == CauseCode::kLens && !choose_rig_explanation(*full_, *move.tried).rich) continue;
      if (is_effect(move.cause) && (!shows_in_most_instants(move) || spoils_rows(*move.tried))) continue;
      accept(move);
      return true;
    }
    return false;
  }

  /// What differs from image to image leaves the cameras as they are. Where the rows of the images themselves are
  /// further apart with an effect, in all images alike and by more than the pairs' own uncertainty allows, it stands
  /// for something that they have in common, and the cameras are worse for it.
  [[nodiscard]] bool spoils_rows(const RigExplanation& tried) const {
    constexpr double kMoreThanChance = 2;
    const double at_first = matched_rows(*first_->calibration).by_place_px;
    const double then = matched_rows(*tried.calibration).by_place_px;
    return then * then > at_first * at_first + kMoreThanChance * squared_row_error(tried);
  }

  /// An effect that is there shows in most instants, not in one or two.
  [[nodiscard]] bool shows_in_most_instants(const RigMove& move) const {
    constexpr double kClearlyShown = 1;
    const RigCalibration& tried = *move.tried->calibration;
    return gain_by_frame(squares_by_instant(*full_->calibration), squares_by_instant(tried), tried.fit.variance,
                         more_parameters(move)) >= kClearlyShown;
  }

  void accept(const RigMove& move) {
    const SystematicError error = choose_rig_explanation(*full_, *move.tried).error;
    const double costs = acts_in_frames(move.cause) ? error.lean_random - error.rich_random : error.bias;
    steps_.push_back({move.cause, move.camera, full_, move.tried, std::sqrt(std::max(0.0, costs))});
    if (!is_effect(move.cause)) hopeless_.clear();
    full_ = move.tried;
    if (choose_rig_explanation(*best_, *full_).rich) best_ = full_;
  }

  RigExplanationPtr first_;
  RigExplanationPtr best_;
  RigExplanationPtr full_;
  const RigSearchOptions& options_;
  std::vector<RigStep> steps_;
  std::set<Effect> hopeless_;  // with lens and target as they are
};

}  // namespace

const std::vector<Effect>& effects_of_rigs() {
  static const std::vector<Effect> effects = {Effect::kTargetBend, Effect::kShutter, Effect::kFocus,
                                              Effect::kStabilisation, Effect::kPupil};
  return effects;
}

FoundRigExplanations find_rig_explanations(const RigExplanationPtr& from, const RigSearchOptions& options) {
  return RigSearch(from, options).run();
}

}  // namespace fiducia

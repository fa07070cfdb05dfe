#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "fiducia/camera/effect.h"
#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/cause_code.h"
#include "fiducia/evaluate/mixed_frames.h"

namespace fiducia {

/// Something that may be added to an explanation, with how much speaks for it.
struct ExplanationCandidate {
  double evidence = 0;
  /// What decides between effects that differ from frame to frame, and between them and a shape of the target or a
  /// second camera: the unknowns of single frames count as in a marginal likelihood (a part is a choice of two, an
  /// amount is narrowed down from its width).
  double against_effects = 0;
  double explained = 0;   ///< of an effect or a shape: by how much the cost falls, px^2
  double systematic = 0;  ///< of that, what is more than chance, px^2
  CauseCode cause = CauseCode::kTarget;
  TargetShape shape = TargetShape::kPlanar;
  std::optional<Effect> effect = {};
  std::shared_ptr<Calibration> calibration = {};  ///< of a shape
  /// Of a target that is stretched: what finds the shape that goes with it, which takes long.
  std::function<std::shared_ptr<Calibration>()> find_shape = {};
  EffectFit start = {};                   ///< of an effect
  std::optional<MixedFrames> mixed = {};  ///< frames that do not belong to the others
  bool explains_most = false;             ///< of what is systematic, by what all frames have in common
};

[[nodiscard]] inline TargetShape shape_of(const Calibration& calibration) { return calibration.target.basis.shape(); }
[[nodiscard]] inline bool is_shutter(Effect effect) {
  return effect == Effect::kShutter || effect == Effect::kShutterColumns;
}
/// An effect whose size differs from frame to frame.
[[nodiscard]] inline bool is_of_frames(const ExplanationCandidate& one) {
  return one.effect && frame_unknowns(*one.effect) > 0;
}
/// The effects of a calibration and one more.
[[nodiscard]] inline std::vector<Effect> with_effect(const Calibration& calibration, Effect effect) {
  std::vector<Effect> effects = calibration.effects.layout.effects();
  effects.push_back(effect);
  return effects;
}

using LookForCandidate = std::function<std::optional<ExplanationCandidate>()>;
/// What each of them found, side by side.
[[nodiscard]] inline std::vector<std::optional<ExplanationCandidate>> all_of(const std::vector<LookForCandidate>& looks,
                                                                             int threads) {
  std::vector<std::optional<ExplanationCandidate>> found(looks.size());
  parallel_for(looks.size(), threads, [&](std::size_t i) { found[i] = looks[i](); });
  return found;
}

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "fiducia/camera/effect.h"

namespace fiducia {

/// Which effects are unknown, and where the numbers of each stand among the unknowns of a frame (after its pose) and
/// among those that all frames have in common (after the intrinsics).
class EffectLayout {
 public:
  EffectLayout() = default;
  /// Each effect counts once, in the order of all_effects().
  explicit EffectLayout(std::vector<Effect> effects);

  [[nodiscard]] const std::vector<Effect>& effects() const { return effects_; }
  [[nodiscard]] bool empty() const { return effects_.empty(); }
  [[nodiscard]] bool has(Effect effect) const { return first_of(effect) >= 0; }
  /// The first of the effect's numbers in its block; -1 for one that is not there.
  [[nodiscard]] int first_of(Effect effect) const { return first_[static_cast<std::size_t>(effect)]; }
  /// Numbers of a frame.
  [[nodiscard]] int frame_size() const { return frame_size_; }
  /// Numbers that all frames have in common.
  [[nodiscard]] int common_size() const { return common_size_; }

 private:
  static constexpr std::size_t kKinds = 6;
  std::vector<Effect> effects_;
  std::array<int, kKinds> first_ = {-1, -1, -1, -1, -1, -1};
  int frame_size_ = 0;
  int common_size_ = 0;
};

}  // namespace fiducia

#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "fiducia/evaluate/explanation.h"

namespace fiducia {

using ExplanationPtr = std::shared_ptr<const Explanation>;

/// Other lens models fitted to the frames of explanations, with target and effects as those have them: several parts of
/// a search ask for the same one, which takes long. Threads may ask side by side.
class LensFits {
 public:
  using Fit = std::function<std::shared_ptr<const Calibration>()>;

  /// What became of a model for the frames of an explanation; null where it did not succeed.
  [[nodiscard]] std::shared_ptr<const Calibration> once(const ExplanationPtr& of,
                                                        const std::shared_ptr<const Model>& model, const Fit& fit);

 private:
  struct Known {
    ExplanationPtr of;
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Calibration> calibration;
  };

  [[nodiscard]] const Known* find(const ExplanationPtr& of, const Model& model) const;

  std::mutex mutex_;
  std::vector<Known> known_;
};

}  // namespace fiducia

#include "fiducia/evaluate/lens_fits.h"

namespace fiducia {

const LensFits::Known* LensFits::find(const ExplanationPtr& of, const Model& model) const {
  for (const Known& one : known_) {
    if (one.of == of && same_model(*one.model, model)) return &one;
  }
  return nullptr;
}

std::shared_ptr<const Calibration> LensFits::once(const ExplanationPtr& of, const std::shared_ptr<const Model>& model,
                                                  const Fit& fit) {
  {
    const std::lock_guard lock(mutex_);
    if (const Known* known = find(of, *model)) return known->calibration;
  }
  std::shared_ptr<const Calibration> calibration = fit();  // not locked: it may share its work with other threads
  const std::lock_guard lock(mutex_);
  known_.push_back({of, model, calibration});
  return calibration;
}

}  // namespace fiducia

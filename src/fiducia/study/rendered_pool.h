#pragma once

#include "fiducia/study/setup.h"

namespace fiducia {

/// Images of a board that were rendered, and the corners that our detector found in them.
class RenderedPool {
 public:
  /// Renders so many; those that the options' folder knows already are not made again.
  RenderedPool(const std::string& name, const StudySetup& setup, std::size_t pictures, const StudyOptions& options);

  [[nodiscard]] std::size_t size() const { return corners_.size(); }
  /// The observations in half of the images, drawn without replacement: a function of the seed and `draw`.
  [[nodiscard]] Observations half(std::uint64_t seed, std::size_t draw) const;

 private:
  StudySetup setup_;
  UnitTable corners_;  // u and v of every corner; NaN where it was not found
};

/// How the images are made, in words.
[[nodiscard]] std::string rendering_in_words();

}  // namespace fiducia

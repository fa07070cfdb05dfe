#pragma once

#include "fiducia/io/drawing.h"
#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {

/// What the one-page summary says; sentences as the program prints them.
struct SummaryContent {
  std::string title;
  std::string facts;      ///< model, image size, images, date: one line
  std::string judgement;  ///< good, usable or bad
  std::string reason;
  std::vector<std::string> causes;  ///< the most expensive first
  std::string next;
  double tolerance_px = 1;
  double total_px = 0;
  double bound95_px = 0;
  bool bound_holds = true;  ///< whether nothing was found that the bound does not cover
  bool is_lower_bound = false;
};

/// One page to put into a ticket or a README: the verdict, the error as a bar against the tolerance, why, what to do,
/// and the error over the image. Without a total error it says why in words alone.
[[nodiscard]] Drawing summary_drawing(const SummaryContent& content, const EvaluatedCalibration& calibration);

}  // namespace fiducia

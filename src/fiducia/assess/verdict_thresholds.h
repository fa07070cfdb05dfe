#pragma once

#include <array>
#include <string_view>

#include "fiducia/evaluate/bias_ratio.h"

namespace fiducia {

/// Where good ends and bad begins. docs/verdict.md tells where the defaults come from.
struct VerdictThresholds {
  double bias_ratio_good = 0.05;  ///< BR up to which nothing is said
  double bias_ratio_bad = 0.8;    ///< lower end of its interval, beyond which the residuals are hardly noise any more
  double bias_p_value = 0.01;     ///< of the F-test, above which a bias is taken for chance
  double bias_px_negligible = 0.01;  ///< eps_bias below which no BR is held against anything
  double bias_px_bad = 0.5;
  double error_px_good = 1;  ///< the 95% bound of the camera's error, px RMS over the image, a length
  double error_px_bad = 3;
  double frames_good = 8;    ///< frames below which their disagreement says too little
  double outlier_ratio = 3;  ///< of a frame's RMSE to the median frame's
};

struct NamedThreshold {
  std::string_view name;
  double VerdictThresholds::*value;
};

/// THE list of the verdict's thresholds: what the command line takes and what calibration.json tells.
inline constexpr std::array kNamedThresholds = {
    NamedThreshold{"bias_ratio_good", &VerdictThresholds::bias_ratio_good},
    NamedThreshold{"bias_ratio_bad", &VerdictThresholds::bias_ratio_bad},
    NamedThreshold{"bias_p_value", &VerdictThresholds::bias_p_value},
    NamedThreshold{"bias_px_negligible", &VerdictThresholds::bias_px_negligible},
    NamedThreshold{"bias_px_bad", &VerdictThresholds::bias_px_bad},
    NamedThreshold{"error_px_good", &VerdictThresholds::error_px_good},
    NamedThreshold{"error_px_bad", &VerdictThresholds::error_px_bad},
    NamedThreshold{"frames_good", &VerdictThresholds::frames_good},
    NamedThreshold{"outlier_ratio", &VerdictThresholds::outlier_ratio},
};

/// Whether a bias is there that a better model might explain: worth a look at other models.
[[nodiscard]] bool is_biased(const BiasRatio& bias, const VerdictThresholds& thresholds = {});

}  // namespace fiducia

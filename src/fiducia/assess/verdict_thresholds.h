#pragma once

#include <array>
#include <string_view>

#include "fiducia/evaluate/bias_ratio.h"

namespace fiducia {

/// Where the verdict draws its lines, besides the tolerance. docs/verdict.md tells where the defaults come from.
struct VerdictThresholds {
  double bias_ratio_good = 0.05;     ///< BR up to which nothing is said
  double bias_p_value = 0.01;        ///< of the F-test, above which a bias is taken for chance
  double bias_ratio_open = 0.2;      ///< BR of the best explanation beyond which a test that shows nothing was too weak
  double bias_px_negligible = 0.01;  ///< eps_bias below which no BR is held against anything
  double without_ray_good = 0.01;    ///< share of the image without a ray up to which that is no matter
  double without_ray_bad = 0.2;      ///< beyond it, the camera is that of another image
  double frames_good = 8;            ///< frames below which their disagreement says too little
  double outlier_ratio = 3;          ///< of a frame's RMSE to the median frame's
};

struct NamedThreshold {
  std::string_view name;
  double VerdictThresholds::*value;
};

/// THE list of the verdict's thresholds: what the command line takes and what calibration.json tells.
inline constexpr std::array kNamedThresholds = {
    NamedThreshold{"bias_ratio_good", &VerdictThresholds::bias_ratio_good},
    NamedThreshold{"bias_p_value", &VerdictThresholds::bias_p_value},
    NamedThreshold{"bias_ratio_open", &VerdictThresholds::bias_ratio_open},
    NamedThreshold{"bias_px_negligible", &VerdictThresholds::bias_px_negligible},
    NamedThreshold{"without_ray_good", &VerdictThresholds::without_ray_good},
    NamedThreshold{"without_ray_bad", &VerdictThresholds::without_ray_bad},
    NamedThreshold{"frames_good", &VerdictThresholds::frames_good},
    NamedThreshold{"outlier_ratio", &VerdictThresholds::outlier_ratio},
};

/// Whether a bias is there that a better model might explain: worth a look at other models.
[[nodiscard]] bool is_biased(const BiasRatio& bias, const VerdictThresholds& thresholds = {});

}  // namespace fiducia

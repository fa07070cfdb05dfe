#pragma once

#include <array>
#include <string_view>

#include "fiducia/evaluate/verdict.h"

namespace fiducia {

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

}  // namespace fiducia

#pragma once

#include "fiducia/study/study.h"

namespace fiducia {

// One experiment each, of the paper or of ours, in a file of its own name.

[[nodiscard]] StudyResult study_bias_models(const StudyOptions& options);
[[nodiscard]] StudyResult study_bias_rendered(const StudyOptions& options);
[[nodiscard]] StudyResult study_bias_target(const StudyOptions& options);
[[nodiscard]] StudyResult study_bias_metrics(const StudyOptions& options);
[[nodiscard]] StudyResult study_variance_gap(const StudyOptions& options);
[[nodiscard]] StudyResult study_resampling(const StudyOptions& options);
[[nodiscard]] StudyResult study_eme_frames(const StudyOptions& options);
[[nodiscard]] StudyResult study_metrics(const StudyOptions& options);
[[nodiscard]] StudyResult study_distribution(const StudyOptions& options);
[[nodiscard]] StudyResult study_guidance(const StudyOptions& options);
[[nodiscard]] StudyResult study_real(const StudyOptions& options);
[[nodiscard]] StudyResult study_halves(const StudyOptions& options);

}  // namespace fiducia

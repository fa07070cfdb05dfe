#pragma once

#include <string>

#include "apps/fiducia/guide.h"
#include "fiducia/guide/rank_views.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// "0.12 px expected, less than 0.21 px with 95% confidence"
[[nodiscard]] std::string in_words(const ExpectedMapping& expected);

/// Where the calibration stands, the advice, and the suggestions, for people.
[[nodiscard]] std::string guidance_summary(const Guidance& guidance, const Calibration& calibration);

/// The ranking for people. names: of what was ranked, in the order that it was given in.
[[nodiscard]] std::string ranking_summary(const std::vector<RankedView>& ranked, const std::vector<std::string>& names,
                                          std::size_t base, const std::optional<ExpectedMapping>& of_base,
                                          std::size_t enough);

/// Throws an Error, which names the options that bound views, where there is no suggestion at all.
void require_any_suggestion(bool any, const GuideCommandOptions& options);

/// guide.json, and suggestion1.svg, ... for a folder.
void write_guidance(const Guidance& guidance, const Json& object, const std::string& folder);

}  // namespace fiducia

#pragma once

#include <string>
#include <vector>

#include "fiducia/guide/guide.h"
#include "fiducia/guide/rank_views.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// The result of `guide`, for files, `--json` and the report's page. What is not known yet (an error before there is a
/// calibration) is null.
[[nodiscard]] Json guidance_object(const Guidance& guidance, const Goal& goal);

/// The result of `guide --rank`: names in the order of the ranking. `base`: the frames that everything is added to.
[[nodiscard]] Json ranking_object(const std::vector<RankedView>& ranked, const std::vector<std::string>& names,
                                  const std::vector<std::string>& base,
                                  const std::optional<ExpectedMapping>& expected_of_base, std::size_t enough,
                                  Criterion criterion);

}  // namespace fiducia

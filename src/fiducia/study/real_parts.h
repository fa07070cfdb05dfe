#pragma once

#include <string>
#include <vector>

#include "fiducia/data/observations.h"

namespace fiducia {

/// The first `count` of the frames' numbers, shuffled.
[[nodiscard]] std::vector<std::size_t> shuffled_frames(const Observations& all, std::size_t count, std::uint64_t seed,
                                                       std::uint64_t stream);
/// These frames of the set.
[[nodiscard]] Observations part_of(const Observations& all, const std::vector<std::size_t>& frames);

/// Enough to know the set again, with what was asked of it: the journal of another must not be gone on with.
[[nodiscard]] std::string fingerprint(const Observations& all, const std::string& asked);

}  // namespace fiducia

#pragma once

#include <cstddef>
#include <functional>

namespace fiducia {

/// Calls body(i) for i in [0, count), on at most `threads` threads (0: all cores, 1: none but the caller's).
/// The body must not depend on the order of the calls. An exception of the body reaches the caller.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

}  // namespace fiducia

#pragma once

#include <cstddef>
#include <functional>

namespace fiducia {

/// Calls body(i) for i in [0, count), on at most `threads` threads. Here and in every `threads` of the library: 0 is
/// all cores, 1 (the default everywhere) none but the caller's; results do not depend on it. The body must not depend
/// on the order of the calls. An exception of the body reaches the caller, and soon: calls that have begun are
/// finished, others are not begun.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

}  // namespace fiducia

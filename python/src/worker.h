#pragma once

#include <functional>

namespace fiducia::python {

/// Begins a job in a thread that is not the caller's, and does not wait for it. Threads are used again: TBB keeps some
/// memory for every thread that ever called it. The job must not throw.
void begin_in_worker(std::function<void()> job);

}  // namespace fiducia::python

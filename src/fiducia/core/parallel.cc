#include "fiducia/core/parallel.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace fiducia {

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body) {
  if (threads == 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  // An exception ends this loop alone, not the loops that others of its calls are in.
  tbb::task_group_context alone(tbb::task_group_context::isolated);
  // More threads than cores help nothing, and TBB would complain about them on standard error.
  if (threads <= 0 || threads >= tbb::info::default_concurrency()) {
    tbb::parallel_for(std::size_t{0}, count, body, alone);
    return;
  }
  tbb::task_arena arena(threads);
  arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, body, alone); });
}

}  // namespace fiducia

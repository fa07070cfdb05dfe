#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "fiducia/core/progress.h"
#include "python/src/bindings.h"

namespace fiducia::python {

/// Does the work on a thread of its own, while the calling one waits without the GIL, looks for Ctrl-C and shows the
/// progress: so signals are noticed although the work's own threads may not look for them, and `show` (a callable of
/// `done` and `total`, or None) is only ever called from the thread that called. Where `show` answers False, raises, or
/// a signal's handler raises (KeyboardInterrupt), the work is told to stop and ends as Progress says.
void run_interruptible(const py::object& show, const std::function<void(const Progress&)>& work);

/// The same with a result.
template <class Work>
[[nodiscard]] auto interruptible(const py::object& show, const Work& work) {
  std::optional<decltype(work(Progress()))> result;
  run_interruptible(show, [&](const Progress& progress) { result.emplace(work(progress)); });
  return std::move(*result);
}

}  // namespace fiducia::python

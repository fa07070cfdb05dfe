#include "python/src/interruptible.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>

#include "python/src/worker.h"

namespace fiducia::python {
namespace {

constexpr std::chrono::milliseconds kLooksEvery{50};

/// What the work and who waits for it share.
struct Shared {
  std::mutex mutex;
  std::condition_variable changed;
  bool finished = false;
  bool news = false;
  std::size_t done = 0;
  std::size_t total = 0;
  std::atomic<bool> stop = false;
  std::exception_ptr failure;

  bool report(std::size_t now_done, std::size_t now_total) {
    if (now_total > 0) {
      const std::lock_guard lock(mutex);
      done = now_done;
      total = now_total;
      news = true;
    }
    return !stop;
  }
};

/// Waits a little; whether the work is finished.
bool wait(Shared* shared) {
  const py::gil_scoped_release release;
  std::unique_lock lock(shared->mutex);
  return shared->changed.wait_for(lock, kLooksEvery, [&] { return shared->finished; });
}

/// Whether to go on. Throws what Python raised.
bool look(const py::object& show, Shared* shared) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (show.is_none()) return true;
  std::size_t done = 0;
  std::size_t total = 0;
  {
    const std::lock_guard lock(shared->mutex);
    if (!std::exchange(shared->news, false)) return true;
    done = shared->done;
    total = shared->total;
  }
  const py::object answer = show(done, total);
  return !answer.is(py::bool_(false));
}

}  // namespace

void run_interruptible(const py::object& show, const std::function<void(const Progress&)>& work) {
  const auto shared = std::make_shared<Shared>();  // the worker lets go of it last
  std::exception_ptr raised;
  begin_in_worker([shared, &work] {
    try {
      work([&](std::size_t done, std::size_t total) { return shared->report(done, total); });
    } catch (...) {
      shared->failure = std::current_exception();
    }
    const std::lock_guard lock(shared->mutex);
    shared->finished = true;
    shared->changed.notify_one();
  });
  while (!wait(shared.get())) {
    if (shared->stop) continue;
    try {
      if (!look(show, shared.get())) shared->stop = true;
    } catch (...) {
      raised = std::current_exception();
      shared->stop = true;
    }
  }
  if (raised) std::rethrow_exception(raised);
  if (shared->failure) std::rethrow_exception(std::exchange(shared->failure, nullptr));
  if (!show.is_none()) static_cast<void>(look(show, shared.get()));
}

}  // namespace fiducia::python

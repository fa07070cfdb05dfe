#include "python/src/interruptible.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

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
  Shared shared;
  std::exception_ptr raised;
  std::thread worker([&] {
    try {
      work([&shared](std::size_t done, std::size_t total) { return shared.report(done, total); });
    } catch (...) {
      shared.failure = std::current_exception();
    }
    const std::lock_guard lock(shared.mutex);
    shared.finished = true;
    shared.changed.notify_one();
  });
  while (!wait(&shared)) {
    if (shared.stop) continue;
    try {
      if (!look(show, &shared)) shared.stop = true;
    } catch (...) {
      raised = std::current_exception();
      shared.stop = true;
    }
  }
  {
    const py::gil_scoped_release release;
    worker.join();
  }
  if (raised) std::rethrow_exception(raised);
  if (shared.failure) std::rethrow_exception(shared.failure);
  if (!show.is_none()) static_cast<void>(look(show, &shared));
}

}  // namespace fiducia::python

#include "python/src/worker.h"

#include <unistd.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace fiducia::python {
namespace {

struct Worker {
  std::mutex mutex;
  std::condition_variable wanted;
  std::function<void()> job;
};

/// Those that have nothing to do. A process that was forked has none of its parent's threads.
struct Idle {
  std::mutex mutex;
  std::vector<Worker*> workers;
  pid_t process = 0;
};

Idle& idle() {
  static Idle& all = *new Idle;  // never destroyed: its threads end with the process
  return all;
}

Worker* take_idle() {
  Idle& all = idle();
  const std::lock_guard lock(all.mutex);
  if (const pid_t process = getpid(); std::exchange(all.process, process) != process) all.workers.clear();
  if (all.workers.empty()) return nullptr;
  Worker* worker = all.workers.back();
  all.workers.pop_back();
  return worker;
}

void serve(Worker* worker) {
  while (true) {
    std::function<void()> job;
    {
      std::unique_lock lock(worker->mutex);
      worker->wanted.wait(lock, [&] { return worker->job != nullptr; });
      job = std::exchange(worker->job, nullptr);
    }
    job();
    job = nullptr;  // what it holds goes before the next one comes
    const std::lock_guard lock(idle().mutex);
    idle().workers.push_back(worker);
  }
}

}  // namespace

void begin_in_worker(std::function<void()> job) {
  Worker* worker = take_idle();
  if (worker == nullptr) {
    worker = new Worker;  // as long as the process
    std::thread(serve, worker).detach();
  }
  const std::lock_guard lock(worker->mutex);
  worker->job = std::move(job);
  worker->wanted.notify_one();
}

}  // namespace fiducia::python

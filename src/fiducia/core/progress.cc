#include "fiducia/core/progress.h"

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

[[noreturn]] void stop() { throw Error(ErrorCode::kCancelled, "stopped"); }

}  // namespace

void report_progress(const Progress& progress, std::size_t done, std::size_t total) {
  if (progress && !progress(done, total)) stop();
}

Progress uncounted(const Progress& progress) {
  if (!progress) return {};
  return [progress](std::size_t, std::size_t) { return progress(0, 0); };
}

bool SharedProgress::call(std::size_t added, bool counted) {
  if (!progress_) return true;
  const std::lock_guard lock(mutex_);
  done_ += added;
  if (!stopped_) stopped_ = counted ? !progress_(done_, total_) : !progress_(0, 0);
  return !stopped_;
}

void SharedProgress::add_one() {
  if (!call(1, total_ > 0)) stop();
}

void SharedProgress::require_go_on() {
  if (!call(0, false)) stop();
}

Progress SharedProgress::uncounted() {
  if (!progress_) return {};
  return [this](std::size_t, std::size_t) { return call(0, false); };
}

}  // namespace fiducia

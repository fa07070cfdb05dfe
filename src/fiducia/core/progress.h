#pragma once

#include <cstddef>
#include <functional>
#include <mutex>

namespace fiducia {

/// Called now and then by long work, never from two threads at once: `done` of `total` parts are finished. With total
/// 0 nothing is counted, and only the answer is wanted. Returns whether to go on; after a no the work ends within a
/// second with an Error (kCancelled) and without a result.
using Progress = std::function<bool(std::size_t done, std::size_t total)>;

/// Throws that Error where the callback says no. Without a callback nothing happens.
void report_progress(const Progress& progress, std::size_t done, std::size_t total);

/// Only asks whether to go on.
inline void require_go_on(const Progress& progress) { report_progress(progress, 0, 0); }

/// For a part of larger work: asks whether to go on, and does not pass on what the part counts.
[[nodiscard]] Progress uncounted(const Progress& progress);

/// One callback for work on several threads: calls it from one at a time, and no more once it said no.
class SharedProgress {
 public:
  /// `total` 0: nothing is counted. The callback must live as long.
  explicit SharedProgress(const Progress& progress, std::size_t total = 0, std::size_t done = 0)
      : progress_(progress), total_(total), done_(done) {}

  /// One more part is finished. Throws as report_progress() does.
  void add_one();
  /// Throws as report_progress() does.
  void require_go_on();
  /// For what one of the threads calls. Must not outlive this.
  [[nodiscard]] Progress uncounted();

 private:
  [[nodiscard]] bool call(std::size_t added, bool counted);

  const Progress& progress_;
  std::size_t total_;
  std::size_t done_;
  std::mutex mutex_;
  bool stopped_ = false;
};

}  // namespace fiducia

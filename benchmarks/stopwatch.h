#pragma once

#include <chrono>
#include <ctime>

namespace fiducia::bench {

/// How long something took, by the clock on the wall and by the processors' (all threads of this process together).
struct Elapsed {
  double wall_s = 0;
  double cpu_s = 0;
};

/// Runs from its construction.
class Stopwatch {
 public:
  [[nodiscard]] Elapsed elapsed() const {
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_begin_).count(),
            cpu_now() - cpu_begin_};
  }

 private:
  static double cpu_now() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  std::chrono::steady_clock::time_point wall_begin_ = std::chrono::steady_clock::now();
  double cpu_begin_ = cpu_now();
};

}  // namespace fiducia::bench

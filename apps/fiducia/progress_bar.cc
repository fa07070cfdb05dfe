#include "apps/fiducia/progress_bar.h"

#include <fmt/core.h>

#include <chrono>
#include <memory>
#include <ostream>

#include "apps/fiducia/interrupt.h"

namespace fiducia {
namespace {

/// What is over sooner needs no bar.
constexpr std::chrono::milliseconds kShownFrom{500};

class Bar {
 public:
  Bar(std::ostream& err, std::string label) : err_(err), label_(std::move(label)) {}

  /// With total 0 nothing new is known.
  void update(std::size_t done, std::size_t total) {
    if (total > 0) {
      done_ = done;
      total_ = total;
    }
    const bool running = total_ > 0 && done_ < total_;
    if (!running) {
      clear();
    } else if (Clock::now() - began_ >= kShownFrom) {
      draw();
    }
  }

  void clear() {
    if (shown_ != kNothing) err_ << '\r' << std::string(label_.size() + kWidth + 30, ' ') << '\r' << std::flush;
    shown_ = kNothing;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kWidth = 40;
  static constexpr auto kNothing = static_cast<std::size_t>(-1);

  void draw() {
    const std::size_t filled = done_ * kWidth / total_;
    if (filled != shown_) {
      err_ << fmt::format("\r{} [{:<{}}] {}/{}", label_, std::string(filled, '#'), kWidth, done_, total_) << std::flush;
    }
    shown_ = filled;
  }

  std::ostream& err_;
  std::string label_;
  Clock::time_point began_ = Clock::now();
  std::size_t done_ = 0;
  std::size_t total_ = 0;
  std::size_t shown_ = kNothing;
};

}  // namespace

Progress progress_bar(const Streams& streams, const CommonOptions& common, const std::string& label) {
  if (common.progress) return common.progress;
  if (!streams.err_is_terminal || common.quiet) return until_interrupted();
  const auto bar = std::make_shared<Bar>(streams.err, label);
  return [bar](std::size_t done, std::size_t total) {
    const bool go_on = !interrupted();
    if (go_on) {
      bar->update(done, total);
    } else {
      bar->clear();
    }
    return go_on;
  };
}

}  // namespace fiducia

#include "apps/fiducia/progress_bar.h"

#include <fmt/core.h>

#include <memory>
#include <ostream>

#include "apps/fiducia/interrupt.h"

namespace fiducia {

Progress progress_bar(const Streams& streams, const CommonOptions& common, const std::string& label) {
  if (!streams.err_is_terminal || common.quiet) return until_interrupted();
  constexpr auto kNothing = static_cast<std::size_t>(-1);
  const auto shown = std::make_shared<std::size_t>(kNothing);
  std::ostream& err = streams.err;
  return [shown, label, &err](std::size_t done, std::size_t total) {
    constexpr std::size_t kWidth = 40;
    const bool go_on = !interrupted();
    if (!go_on || (total > 0 && done >= total)) {
      if (*shown != kNothing) err << '\r' << std::string(label.size() + kWidth + 30, ' ') << '\r' << std::flush;
      *shown = kNothing;
    } else if (total > 0) {
      const std::size_t filled = done * kWidth / total;
      if (filled != *shown) {
        err << fmt::format("\r{} [{:<{}}] {}/{}", label, std::string(filled, '#'), kWidth, done, total) << std::flush;
      }
      *shown = filled;
    }
    return go_on;
  };
}

}  // namespace fiducia

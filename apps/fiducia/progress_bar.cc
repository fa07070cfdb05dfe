#include "apps/fiducia/progress_bar.h"

#include <fmt/core.h>

#include <memory>
#include <ostream>

namespace fiducia {

Progress progress_bar(const Streams& streams, const CommonOptions& common, const std::string& label) {
  if (!streams.err_is_terminal || common.quiet) return {};
  const auto shown = std::make_shared<std::size_t>(static_cast<std::size_t>(-1));
  std::ostream& err = streams.err;
  return [shown, label, &err](std::size_t done, std::size_t total) {
    constexpr std::size_t kWidth = 40;
    const std::size_t filled = total == 0 ? kWidth : done * kWidth / total;
    if (done >= total) {
      err << '\r' << std::string(label.size() + kWidth + 30, ' ') << '\r' << std::flush;
    } else if (filled != *shown) {
      err << fmt::format("\r{} [{:<{}}] {}/{}", label, std::string(filled, '#'), kWidth, done, total) << std::flush;
    }
    *shown = filled;
  };
}

}  // namespace fiducia

#include "fiducia/study/real_parts.h"

#include <fmt/core.h>

#include <numeric>

#include "fiducia/core/random.h"

namespace fiducia {

std::vector<std::size_t> shuffled_frames(const Observations& all, std::size_t count, std::uint64_t seed,
                                         std::uint64_t stream) {
  std::vector<std::size_t> order(all.frames.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  RandomStream random(seed, stream);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(order[i], order[i + random.index(static_cast<std::uint32_t>(order.size() - i))]);
  }
  order.resize(count);
  return order;
}

Observations part_of(const Observations& all, const std::vector<std::size_t>& frames) {
  Observations part{all.image_size, all.target, {}, all.image_circle};
  for (const std::size_t frame : frames) part.frames.push_back(all.frames[frame]);
  return part;
}

std::string fingerprint(const Observations& all, const std::string& asked) {
  double sum = 0;
  std::size_t corners = 0;
  for (const Frame& frame : all.frames) {
    for (const Corner& corner : frame.corners) {
      sum += corner.pixel.x() + 2 * corner.pixel.y();
      ++corners;
    }
  }
  return fmt::format("{} frames {} corners {} {}", all.frames.size(), corners, sum, asked);
}

}  // namespace fiducia

#pragma once

#include <cstddef>
#include <functional>

namespace fiducia {

/// Called now and then by long work with (done, total); never from two threads at once.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

}  // namespace fiducia

#pragma once

#include <string>

namespace fiducia::bench {

/// What the figures depend on besides the code.
struct Machine {
  std::string cpu;
  std::string compiler;
  std::string ceres;
  std::string opencv;
};

[[nodiscard]] Machine this_machine();

}  // namespace fiducia::bench

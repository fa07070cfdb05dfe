#pragma once

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "fiducia/core/pose.h"
#include "fiducia/io/text.h"

namespace fiducia::testing {

/// Whether a command line ends well; what it prints is not shown.
inline bool succeeds(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

/// The system's Python, for which distributions package other tools' modules.
inline std::string python() { return std::filesystem::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3"; }

inline std::string rows_of(const std::vector<Vector3>& points) {
  std::string text;
  for (const Vector3& p : points) text += shortest(p.x()) + " " + shortest(p.y()) + " " + shortest(p.z()) + "\n";
  return text;
}

inline std::vector<Vector2> pixels_in(const std::string& text) {
  std::vector<Vector2> pixels;
  std::istringstream stream(text);
  for (double u = 0, v = 0; stream >> u >> v;) pixels.emplace_back(u, v);
  return pixels;
}

}  // namespace fiducia::testing

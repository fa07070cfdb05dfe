#include "benchmarks/machine.h"

#include <ceres/version.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <istream>
#include <memory>
#include <opencv2/core/version.hpp>
#include <sstream>
#include <string_view>

namespace fiducia::bench {
namespace {

/// What follows "KEY   : " in the first such line; empty where there is none.
std::string value_of(std::istream& lines, std::string_view key) {
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    if (begin != std::string::npos) return line.substr(begin);
  }
  return {};
}

std::string output_of_lscpu() {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen("LC_ALL=C lscpu 2>/dev/null", "r"), pclose);
  std::string output;
  std::array<char, 256> buffer;
  while (pipe && std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr) {
    output += buffer.data();
  }
  return output;
}

/// On arm64 the kernel's list has no names; lscpu knows them.
std::string cpu_name() {
  std::ifstream kernel("/proc/cpuinfo");
  std::string name = value_of(kernel, "model name");
  if (!name.empty()) return name;
  std::istringstream lscpu(output_of_lscpu());
  name = value_of(lscpu, "Model name");
  return name.empty() ? "unknown" : name;
}

std::string compiler_name() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace

Machine this_machine() { return {cpu_name(), compiler_name(), CERES_VERSION_STRING, CV_VERSION}; }

}  // namespace fiducia::bench

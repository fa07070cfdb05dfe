#include "benchmarks/table.h"

#include <fmt/format.h>

namespace fiducia::bench {
namespace {

constexpr const char* kOurs = "fiducia";
constexpr const char* kOursFromNothing = "fiducia_from_nothing";

std::string time_text(double seconds) {
  return seconds < 1 ? fmt::format("{:.2f} ms", 1e3 * seconds) : fmt::format("{:.2f} s", seconds);
}

/// Wall time over CPU time that a machine with nothing else to do stays under.
constexpr double kIdle = 1.1;

/// A solver is compared with ours on the same task: from the given initial values, or from nothing.
const PeerResult* counterpart(const CaseResult& result, const std::string& name) {
  return result.find(name.ends_with("_from_nothing") ? kOursFromNothing : kOurs);
}

std::string row(const CaseResult& result, const PeerResult& peer) {
  if (!peer.left_out.empty()) return fmt::format("  {:<20} {}\n", peer.name, peer.left_out);
  const PeerResult* ours = counterpart(result, peer.name);
  const std::string ratio = ours == nullptr ? "" : fmt::format("{:.1f}", peer.elapsed.cpu_s / ours->elapsed.cpu_s);
  const std::string iterations = peer.iterations ? std::to_string(*peer.iterations) : "-";
  return fmt::format("  {:<20} {:>10} {:>10} {:>7} {:>5} {:>5} {:>17.12g} {:>9.1e} {:>9.1e}\n", peer.name,
                     time_text(peer.elapsed.wall_s), time_text(peer.elapsed.cpu_s), ratio, peer.repetitions, iterations,
                     peer.cost, peer.deviation.relative_cost, peer.deviation.parameter);
}

const CaseResult* find_case(const std::vector<CaseResult>& results, const std::string& model, int frames, int corners) {
  for (const CaseResult& result : results) {
    const bool same = result.size.model == model && result.size.frames == frames && result.size.corners() == corners;
    if (same && result.disagreements.empty()) return &result;
  }
  return nullptr;
}

}  // namespace

std::string machine_lines(const Machine& machine) {
  return fmt::format("{}, {}, one thread; Ceres {}, OpenCV {}\n", machine.cpu, machine.compiler, machine.ceres,
                     machine.opencv);
}

std::string case_table(const CaseResult& result) {
  std::string text =
      fmt::format("\n{}: {} frames of {} corners\n", result.size.model, result.size.frames, result.size.corners());
  if (!result.disagreements.empty()) {
    for (const std::string& what : result.disagreements) text += "  NOT THE SAME RESULT  " + what + "\n";
    return text;
  }
  text += fmt::format("  {:<20} {:>10} {:>10} {:>7} {:>5} {:>5} {:>17} {:>9} {:>9}\n", "", "median", "CPU", "x ours",
                      "runs", "iter.", "cost, px^2", "cost off", "sigma off");
  for (const PeerResult& peer : result.peers) text += row(result, peer);
  if (const PeerResult* ours = result.find(kOurs); ours != nullptr && ours->iterations.value_or(0) > 0) {
    text += fmt::format("  ours: {:.0f} ns per corner and iteration, everything included\n",
                        1e9 * ours->elapsed.cpu_s / result.size.frames / result.size.corners() / *ours->iterations);
  }
  return text;
}

std::string load_lines(const std::vector<CaseResult>& results) {
  double wall = 0;
  double cpu = 0;
  for (const CaseResult& result : results) {
    for (const PeerResult& peer : result.peers) {
      wall += peer.elapsed.wall_s;
      cpu += peer.elapsed.cpu_s;
    }
  }
  if (wall <= kIdle * cpu) return {};
  return fmt::format(
      "\nThe machine was busy: the medians are {:.1f} times the CPU times. Only the latter mean anything.\n",
      wall / cpu);
}

std::string growth_lines(const std::vector<CaseResult>& results) {
  std::string text;
  for (const std::string model : {"opencv4", "radial2"}) {
    const CaseResult* small = find_case(results, model, 25, 80);
    const CaseResult* large = find_case(results, model, 1000, 80);
    if (small == nullptr || large == nullptr) continue;
    text += fmt::format("\n{}: 1000 frames take {:.1f} times as long as 25 ({} and {} iterations)\n", model,
                        large->find(kOurs)->elapsed.cpu_s / small->find(kOurs)->elapsed.cpu_s,
                        *large->find(kOurs)->iterations, *small->find(kOurs)->iterations);
  }
  return text;
}

}  // namespace fiducia::bench

#include "benchmarks/run_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "fiducia/core/statistics.h"

namespace fiducia::bench {
namespace {

/// A solver that would run for longer is left out.
constexpr double kLongestRun_s = 60;

struct Patience {
  int least_repetitions;
  double least_s;  ///< repeated at least for so long,
  double most_s;   ///< and never begun again after this
};
constexpr Patience kPatient = {7, 0.5, 10};
constexpr Patience kQuick = {3, 0.05, 1};

/// Fills in what one run tells; returns what is wrong with it. The first solver sets the reference.
std::string solve_once(const Peer& peer, const Problem& problem, Reference* reference, PeerResult* entry) {
  try {
    const Solution solution = peer.solve(problem);
    entry->elapsed = solution.elapsed;
    entry->iterations = solution.iterations;
    entry->cost = cost_of(solution, problem);
    if (reference->parameters.empty()) {
      reference->cost = entry->cost;
      reference->parameters = solution.parameters;
    }
    entry->deviation = deviation(solution, entry->cost, *reference, *problem.model());
    return disagreement(entry->deviation);
  } catch (const std::exception& failure) {
    return failure.what();
  }
}

}  // namespace

const PeerResult* CaseResult::find(const std::string& name) const {
  for (const PeerResult& peer : peers) {
    if (peer.name == name && peer.left_out.empty()) return &peer;
  }
  return nullptr;
}

std::string Runner::reason_to_leave_out(const Peer& peer, const CaseSize& size) const {
  const auto last = cubic_.find(peer.name);
  if (last == cubic_.end()) return {};
  const double expected = last->second.seconds * std::pow(static_cast<double>(size.frames) / last->second.frames, 3);
  if (expected <= kLongestRun_s) return {};
  return fmt::format("left out: cubic in frames, about {:.0f} min a run", std::ceil(expected / 60));
}

void Runner::take_times(const Peer& peer, const Problem& problem, PeerResult* result) const {
  const Patience patience = quick_ ? kQuick : kPatient;
  std::vector<double> wall;
  std::vector<double> cpu;
  const auto record = [&](const Elapsed& elapsed) {
    wall.push_back(elapsed.wall_s);
    cpu.push_back(elapsed.cpu_s);
  };
  // A run that is longer than all the patience has shown its time already.
  if (result->elapsed.wall_s > patience.most_s) record(result->elapsed);
  const Stopwatch stopwatch;
  const auto enough = [&] {
    const double passed = stopwatch.elapsed().wall_s;
    const bool plenty = static_cast<int>(wall.size()) >= patience.least_repetitions && passed >= patience.least_s;
    return plenty || (!wall.empty() && passed + wall.back() > patience.most_s);
  };
  while (!enough()) record(peer.solve(problem).elapsed);
  result->repetitions = static_cast<int>(wall.size());
  result->elapsed = {median(std::move(wall)), median(std::move(cpu))};
}

CaseResult Runner::run(const CaseSize& size) {
  const Problem problem = make_problem(size);
  Reference reference{0, {}, standard_deviations(problem)};
  CaseResult result;
  result.size = size;
  std::vector<const Peer*> runners;
  for (const Peer& peer : peers_) {
    if (std::find(peer.models.begin(), peer.models.end(), size.model) == peer.models.end()) continue;
    runners.push_back(&peer);
    PeerResult& entry = result.peers.emplace_back();
    entry.name = peer.name;
    entry.left_out = reason_to_leave_out(peer, size);
    if (!entry.left_out.empty()) continue;
    const std::string wrong = solve_once(peer, problem, &reference, &entry);
    if (!wrong.empty()) result.disagreements.push_back(peer.name + ": " + wrong);
  }
  if (!result.disagreements.empty()) return result;
  for (std::size_t i = 0; i < runners.size(); ++i) {
    PeerResult& entry = result.peers[i];
    if (!entry.left_out.empty()) continue;
    take_times(*runners[i], problem, &entry);
    if (runners[i]->cubic) cubic_[entry.name] = {size.frames, entry.elapsed.cpu_s};
  }
  return result;
}

}  // namespace fiducia::bench

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/agreement.h"
#include "benchmarks/peers.h"

namespace fiducia::bench {

/// One solver on one problem.
struct PeerResult {
  std::string name;
  std::string left_out;  ///< why it was not run; empty: it was
  Elapsed elapsed;       ///< medians
  int repetitions = 0;
  double cost = 0;  ///< px^2
  std::optional<int> iterations;
  Deviation deviation{};
};

struct CaseResult {
  CaseSize size;
  std::vector<PeerResult> peers;
  std::vector<std::string> disagreements;  ///< not empty: the times were not taken

  /// Nothing where the solver was left out or does not take part.
  [[nodiscard]] const PeerResult* find(const std::string& name) const;
};

/// Runs the cases one after another; remembers how long the cubic solvers took, to leave them out where they would run
/// for minutes.
class Runner {
 public:
  /// `quick` takes the shortest run that still is a median.
  explicit Runner(bool quick) : quick_(quick) {}

  /// Everybody solves the problem once and the results are compared; only when all agree are times taken.
  [[nodiscard]] CaseResult run(const CaseSize& size);

 private:
  struct Measured {
    int frames;
    double seconds;
  };

  [[nodiscard]] std::string reason_to_leave_out(const Peer& peer, const CaseSize& size) const;
  void take_times(const Peer& peer, const Problem& problem, PeerResult* result) const;

  bool quick_;
  std::vector<Peer> peers_ = all_peers();
  std::map<std::string, Measured> cubic_;
};

}  // namespace fiducia::bench

#include "benchmarks/json_report.h"

namespace fiducia::bench {
namespace {

Json case_object(const CaseResult& result) {
  Json seconds = Json::object();
  Json cpu_seconds = Json::object();
  Json cost = Json::object();
  Json iterations = Json::object();
  Json repetitions = Json::object();
  Json left_out = Json::object();
  for (const PeerResult& peer : result.peers) {
    if (!peer.left_out.empty()) {
      left_out[peer.name] = peer.left_out;
      continue;
    }
    seconds[peer.name] = peer.elapsed.wall_s;
    cpu_seconds[peer.name] = peer.elapsed.cpu_s;
    cost[peer.name] = peer.cost;
    repetitions[peer.name] = peer.repetitions;
    if (peer.iterations) iterations[peer.name] = *peer.iterations;
  }
  return {{"frames", result.size.frames}, {"corners", result.size.corners()}, {"model", result.size.model},
          {"seconds", seconds},           {"cpu_seconds", cpu_seconds},       {"cost", cost},
          {"iterations", iterations},     {"repetitions", repetitions},       {"left_out", left_out}};
}

}  // namespace

Json json_report(const Machine& machine, const std::vector<CaseResult>& results,
                 const std::vector<EvaluateResult>& evaluations, const GuideResult& guided,
                 const std::vector<FreeTargetResult>& free_targets, const std::vector<AssessResult>& assessments,
                 const std::vector<SplineResult>& splines, const std::vector<RigResult>& rigs) {
  Json evaluate = Json::object();
  for (const EvaluateResult& result : evaluations) evaluate[result.size.model] = evaluate_object(result);
  Json cases = Json::array();
  for (const CaseResult& result : results) cases.push_back(case_object(result));
  return {
      {"machine",
       {{"cpu", machine.cpu}, {"compiler", machine.compiler}, {"ceres", machine.ceres}, {"opencv", machine.opencv}}},
      {"cases", cases},
      {"evaluate", evaluate},
      {"guide", guide_object(guided)},
      {"free_targets", free_target_object(free_targets)},
      {"assess", assess_object(assessments)},
      {"splines", spline_object(splines)},
      {"rigs", rig_results_object(rigs)}};
}

}  // namespace fiducia::bench

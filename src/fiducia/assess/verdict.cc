#include "fiducia/assess/verdict.h"

namespace fiducia {

Verdict verdict(const Calibration& calibration, const Evaluation& evaluation, const VerdictContext& context,
                const Remedies& remedies) {
  Verdict result;
  result.findings = find_causes(calibration, evaluation, context);
  if (!result.findings.empty()) result.judgement = result.findings.front().judgement;
  result.action = choose_action(result.findings, calibration, evaluation, context, remedies);
  return result;
}

}  // namespace fiducia

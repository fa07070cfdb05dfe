#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/assess/rig_assessment.h"
#include "fiducia/data/pair_frames.h"
#include "fiducia/io/file.h"
#include "fiducia/io/provenance.h"

namespace fiducia {

inline constexpr const char* kRigFiguresFile = "figures.json";

/// calibration.json of a rig: what it holds, and how it is written.
struct WrittenRig {
  Json object;
  std::string text;
};

/// Of a rig: report.html, and figures.json, which it is made again from. inputs: the files of each camera, of whose
/// images two or more are shown.
[[nodiscard]] std::vector<FileContent> rig_report_files(const RigAssessment& assessment, const PairedFrames& paired,
                                                        const WrittenRig& calibration,
                                                        const std::vector<std::vector<std::string>>& inputs,
                                                        const std::string& title, const Provenance& provenance,
                                                        int threads);

}  // namespace fiducia

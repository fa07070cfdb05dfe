#pragma once

#include "apps/fiducia/guide.h"
#include "apps/fiducia/rig_input.h"
#include "fiducia/guide/rig_guide.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// What the library is asked, from the words of the command line. Throws an Error for what is not for a rig.
[[nodiscard]] RigGuideOptions rig_guide_options(const GuideCommandOptions& options);

/// Guidance as programs and people read it.
struct GuidedRig {
  RigGuidance guidance;
  Json object;
  std::string text;
};

/// Of a rig that was assessed with the goal's pixels as its tolerance.
[[nodiscard]] GuidedRig guided_rig(const RigAssessment& rig, const PairedFrames& paired, const RigGuideOptions& how);

/// Says where to hold the board before a rig next, for what is weakest of it, and when to stop.
[[nodiscard]] int run_guide_rig(const GuideCommandOptions& options, const RigArguments& rig, const Streams& streams);

}  // namespace fiducia

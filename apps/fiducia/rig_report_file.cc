#include "apps/fiducia/rig_report_file.h"

#include <algorithm>

#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/pictures.h"
#include "apps/fiducia/report_file.h"
#include "apps/fiducia/rig_words.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/detect/thumbnail.h"
#include "fiducia/io/content_hash.h"
#include "fiducia/report/rig_figures.h"
#include "fiducia/report/rig_report.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

/// The image of a camera's frame among its inputs; empty where there is none.
fs::path image_named(const std::string& frame, const std::vector<std::string>& inputs) {
  if (std::none_of(inputs.begin(), inputs.end(), names_pictures)) return {};
  const std::vector<fs::path> files = files_of(inputs);
  const std::vector<std::string> names = distinct_names(files);
  const auto found = std::find(names.begin(), names.end(), frame);
  return found == names.end() ? fs::path() : files[static_cast<std::size_t>(found - names.begin())];
}

/// Small enough that the page can still be sent.
void fill_pictures(const RigCalibration& rig, const std::vector<std::vector<std::string>>& inputs,
                   std::vector<RigPicture>* pictures) {
  constexpr std::size_t kMostBytes = 220'000;  // 300 kB in base64
  constexpr int kLargest_px = 720;
  constexpr int kSmallest_px = 160;
  std::vector<fs::path> files;
  for (const RigPicture& picture : *pictures) {
    const auto& frame = rig.observations->instants[rig.instants[picture.instant].index].frames[picture.camera];
    files.push_back(frame ? image_named(frame->name, inputs[picture.camera]) : fs::path());
  }
  for (int side = kLargest_px; side >= kSmallest_px; side = side * 3 / 4) {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
      stop_if_interrupted();
      if (files[i].empty()) continue;
      (*pictures)[i].jpeg = picture_copies(files[i], {.small_side = side}).small;
      bytes += (*pictures)[i].jpeg.size();
    }
    if (bytes <= kMostBytes) return;
  }
  for (RigPicture& picture : *pictures) picture.jpeg.clear();
}

}  // namespace

std::vector<FileContent> rig_report_files(const RigAssessment& assessment, const PairedFrames& paired,
                                          const WrittenRig& calibration,
                                          const std::vector<std::vector<std::string>>& inputs, const std::string& title,
                                          const Provenance& provenance, int threads) {
  const RigFigures figures(assessment, threads);
  std::vector<RigPicture> pictures = figures.wanted_pictures();
  fill_pictures(assessment.calibration, inputs, &pictures);
  const RigReportWords words{pairing_words(paired), rig_in_words(assessment), rig_causes_in_words(assessment)};
  RigReportContent content;
  content.title = title;
  content.calibration = calibration.object;
  content.calibration_text = calibration.text;
  content.figures = figures.object(pictures, words, content_hash(calibration.text));
  content.provenance = provenance;
  return {{kRigFiguresFile, content.figures.dump() + '\n'}, {"report.html", rig_report_html(content)}};
}

}  // namespace fiducia

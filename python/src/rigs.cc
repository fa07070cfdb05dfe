#include <numbers>

#include "apps/fiducia/guide_output.h"
#include "apps/fiducia/guide_rig.h"
#include "apps/fiducia/report_file.h"
#include "apps/fiducia/rig.h"
#include "apps/fiducia/rig_report_file.h"
#include "apps/fiducia/rig_verdict_words.h"
#include "apps/fiducia/rig_words.h"
#include "fiducia/core/error.h"
#include "fiducia/data/pair_frames.h"
#include "fiducia/io/file.h"
#include "fiducia/io/rig_json.h"
#include "python/src/arrays.h"
#include "python/src/assessed.h"
#include "python/src/cameras.h"
#include "python/src/constrained.h"
#include "python/src/constrained_json.h"
#include "python/src/fixed_rig.h"
#include "python/src/interruptible.h"
#include "python/src/options.h"
#include "python/src/poses.h"
#include "python/src/python_words.h"

namespace fiducia::python {
namespace {

/// A rig and everything that was found out about it.
struct AssessedRig {
  PairedFrames paired;
  RigAssessment assessment;
  double tolerance_px = 1;
  std::vector<std::vector<std::string>> images = {};
  Json object = {};
};

using RigPtr = std::shared_ptr<AssessedRig>;

/// What each camera saw: (name, observations).
struct RigInput {
  std::vector<NamedObservations> seen = {};
  std::vector<std::vector<std::string>> images = {};
  std::vector<CameraInput> cameras = {};
};

RigInput rig_input(const py::list& views) {
  RigInput input;
  for (const py::handle& one : views) {
    const auto parts = one.cast<py::tuple>();
    const auto name = parts[0].cast<std::string>();
    const auto observed = parts[1].cast<ObservedPtr>();
    input.seen.push_back({name, observed->read.observations});
    input.images.push_back(observed->images);
    input.cameras.push_back({name, observed->images});
  }
  return input;
}

PairOptions pair_options(const py::dict& given) {
  PairOptions options;
  double tolerance = -1;
  Keywords(given).take("sync_tolerance_s", &tolerance);
  if (tolerance >= 0) options.sync_tolerance_s = tolerance;
  Keywords(given).take("instants", &options.list);
  return options;
}

py::list cameras_of(const RigCalibration& rig) {
  py::list list;
  for (const RigCameraFit& camera : rig.cameras) {
    list.append(py::make_tuple(camera.name, with_all_parameters(camera.camera), pose_array(camera.camera_from_rig)));
  }
  return list;
}

RigPtr finish_rig(AssessedRig rig) {
  auto finished = std::make_shared<AssessedRig>(std::move(rig));
  const RigCalibration& calibration = finished->assessment.calibration;
  require_success(calibration.status, calibration.message);
  const VerdictWords words = rig_verdict_words(finished->assessment, finished->tolerance_px);
  finished->object = rig_object(finished->assessment, finished->paired, &words, finished->tolerance_px);
  for (std::size_t c = 0; c < calibration.cameras.size(); ++c) {
    name_whole_lens(calibration.cameras[c].camera.model(), &finished->object["cameras"][c]);
  }
  return finished;
}

RigPtr assess_views(const py::list& views, const py::dict& given, const py::object& show) {
  const Keywords keywords(given);
  const RigInput input = rig_input(views);
  CalibrateCommandOptions options;
  RigArguments rig;
  keywords.take_common(&options.common);
  keywords.take("model", &options.model);
  keywords.take("loss", &options.loss);
  keywords.take("target_shape", &options.target_shape);
  keywords.take("effects", &options.effects);
  keywords.take("outliers", &options.outliers);
  keywords.take("keep_frames", &options.keep_frames);
  keywords.take("tolerance", &options.evaluation.tolerance);
  RigAssessOptions how = rig_assess_options(options, rig, input.cameras);
  keywords.take("distances_m", &how.distances_m);
  const PairOptions pairing = pair_options(given);
  return interruptible(show, [&](const Progress& progress) {
    how.progress = progress;
    PairedFrames paired = pair_frames(input.seen, pairing);
    RigAssessment assessment = assess_rig(paired.rig, how);
    return finish_rig({std::move(paired), std::move(assessment), how.tolerance_px, input.images});
  });
}

/// A rig that somebody gave: (name, camera, camera_from_rig) in the order of the views.
RigPtr evaluate_views(const py::list& cameras, const py::list& views, const py::dict& given, const py::object& show) {
  const Keywords keywords(given);
  const RigInput input = rig_input(views);
  GivenRig rig;
  for (const py::handle& one : cameras) {
    const auto parts = one.cast<py::tuple>();
    rig.cameras.push_back(parts[1].cast<Camera>());
    rig.camera_from_rig.push_back(pose_argument(parts[2].cast<Numbers>()));
  }
  RigAssessOptions how;
  keywords.take("tolerance", &how.tolerance_px);
  keywords.take("threads", &how.threads);
  keywords.take("seed", &how.seed);
  keywords.take("outliers", &how.outliers.sigmas);
  const PairOptions pairing = pair_options(given);
  return interruptible(show, [&](const Progress& progress) {
    how.progress = progress;
    PairedFrames paired = pair_frames(input.seen, pairing);
    RigAssessment assessment = assess_given_rig(rig, paired.rig, how);
    return finish_rig({std::move(paired), std::move(assessment), how.tolerance_px, input.images});
  });
}

/// A rig as OpenCV would make it: with exactly these views and lenses.
struct FittedRig {
  PairedFrames paired;
  std::vector<std::vector<std::string>> images;
  std::vector<std::shared_ptr<const Model>> models;
  RigCalibration calibration;
};

std::shared_ptr<FittedRig> fit_rig(const py::list& views, const std::vector<py::dict>& lenses, const py::object& show) {
  const RigInput input = rig_input(views);
  std::vector<std::shared_ptr<const Model>> models;
  for (const py::dict& lens : lenses) models.push_back(constrained_model(lens_request(lens)));
  return interruptible(show, [&](const Progress& progress) {
    auto fitted = std::make_shared<FittedRig>(FittedRig{pair_frames(input.seen), input.images, models, {}});
    RigCalibrateOptions options;
    options.models.clear();
    for (const auto& model : models) options.models.emplace_back(model);
    options.threads = 0;
    options.progress = progress;
    fitted->calibration = calibrate_rig(fitted->paired.rig, options);
    require_success(fitted->calibration.status, fitted->calibration.message);
    return fitted;
  });
}

/// Two cameras whose intrinsics stay as they are.
struct FixedRig {
  PairedFrames paired;
  std::vector<std::vector<std::string>> images;
  std::vector<Camera> cameras;
  FixedPair pair;
};

std::shared_ptr<FixedRig> fit_fixed(const py::list& views, const std::vector<Camera>& cameras, const py::object& show) {
  const RigInput input = rig_input(views);
  return interruptible(show, [&](const Progress& progress) {
    FixedPair pair = fit_fixed_pair(cameras, {input.seen[0].observations, input.seen[1].observations}, progress);
    return std::make_shared<FixedRig>(FixedRig{pair_frames(input.seen), input.images, cameras, std::move(pair)});
  });
}

RigPtr assess_fixed(const FixedRig& fixed, const py::dict& given, const py::object& show) {
  RigAssessOptions how;
  how.threads = 0;
  Keywords(given).take("tolerance", &how.tolerance_px);
  return interruptible(show, [&](const Progress& progress) {
    how.progress = progress;
    RigAssessment assessment =
        assess_given_rig({fixed.cameras, {Pose(), fixed.pair.second_from_first}}, fixed.paired.rig, how);
    return finish_rig({fixed.paired, std::move(assessment), how.tolerance_px, fixed.images});
  });
}

RigPtr assess_fitted_rig(const FittedRig& fitted, const py::dict& given, const py::object& show) {
  RigAssessOptions how;
  how.models.clear();
  for (const auto& model : fitted.models) how.models.emplace_back(model);
  how.target_shape = TargetShape::kPlanar;
  how.leave_out_deviating = false;
  how.threads = 0;
  Keywords(given).take("tolerance", &how.tolerance_px);
  return interruptible(show, [&](const Progress& progress) {
    how.progress = progress;
    RigAssessment assessment = assess_rig(fitted.paired.rig, how);
    return finish_rig({fitted.paired, std::move(assessment), how.tolerance_px, fitted.images});
  });
}

void write_rig_report(const AssessedRig& rig, const std::string& path, const std::string& title,
                      const py::object& show) {
  check_report_name({path, title, "path"});
  run_interruptible(show, [&](const Progress&) {
    Silence silence;
    std::vector<std::string> all;
    for (const auto& images : rig.images) all.insert(all.end(), images.begin(), images.end());
    const Provenance provenance = provenance_of(all, {}, silence.streams);
    for (const FileContent& file : rig_report_files(rig.assessment, rig.paired, {rig.object, readable(rig.object)},
                                                    rig.images, title, provenance, 0)) {
      if (file.name == "report.html") write_file_atomically(path, file.content);
    }
  });
}

/// (JSON, words): where to hold the board next.
std::pair<std::string, std::string> guide_assessed_rig(const RigPtr& rig, const py::dict& given,
                                                       const py::object& show) {
  const Keywords keywords(given);
  GuideCommandOptions options;
  keywords.take_common(&options.common);
  keywords.take("suggestions", &options.suggestions);
  keywords.take("max_tilt_deg", &options.max_tilt_deg);
  keywords.take("min_square_px", &options.min_square_px);
  keywords.take("distance", &options.distance);
  if (options.suggestions < 1 || options.suggestions > 50) {
    throw Error(ErrorCode::kBadOption, "suggestions: give a number from 1 to 50");
  }
  RigGuideOptions how = rig_guide_options(options);
  how.goal = {Goal::Kind::kBound95, rig->tolerance_px};
  return interruptible(show, [&](const Progress& progress) {
    how.progress = progress;
    const GuidedRig guided = guided_rig(rig->assessment, rig->paired, how);
    require_any_suggestion(!guided.guidance.suggestions.empty(), options);
    return std::pair(readable(guided.object), in_python_words(guided.text));
  });
}

}  // namespace

void bind_rigs(py::module_& module) {
  py::class_<AssessedRig, RigPtr>(module, "AssessedRig", "A rig and everything that was found out about it.")
      .def("json", [](const AssessedRig& rig) { return readable(rig.object); })
      .def("summary",
           [](const AssessedRig& rig) {
             return in_python_words(rig_summary(rig.assessment, rig.paired, rig.tolerance_px));
           })
      .def("cameras", [](const AssessedRig& rig) { return cameras_of(rig.assessment.calibration); })
      .def("guide", &guide_assessed_rig, py::arg("options"), py::arg("progress"))
      .def("write_report", &write_rig_report, py::arg("path"), py::arg("title"), py::arg("progress"));
  py::class_<FittedRig, std::shared_ptr<FittedRig>>(module, "FittedRig", "A rig as OpenCV would calibrate it.")
      .def("cameras", [](const FittedRig& rig) { return cameras_of(rig.calibration); })
      .def_property_readonly("rms", [](const FittedRig& rig) { return std::numbers::sqrt2 * rig.calibration.fit.rmse; })
      .def("assess", &assess_fitted_rig, py::arg("options"), py::arg("progress"));
  py::class_<FixedRig, std::shared_ptr<FixedRig>>(module, "FixedRig", "Two cameras whose intrinsics stay.")
      .def("cameras",
           [](const FixedRig& rig) {
             py::list list;
             list.append(py::make_tuple("first", rig.cameras[0], pose_array(Pose())));
             list.append(py::make_tuple("second", rig.cameras[1], pose_array(rig.pair.second_from_first)));
             return list;
           })
      .def_property_readonly("rms", [](const FixedRig& rig) { return rig.pair.rms; })
      .def("assess", &assess_fixed, py::arg("options"), py::arg("progress"));
  module.def("fit_fixed_rig", &fit_fixed, py::arg("views"), py::arg("cameras"), py::arg("progress"));
  module.def("assess_rig", &assess_views, py::arg("views"), py::arg("options"), py::arg("progress"));
  module.def("evaluate_rig", &evaluate_views, py::arg("cameras"), py::arg("views"), py::arg("options"),
             py::arg("progress"));
  module.def("fit_rig", &fit_rig, py::arg("views"), py::arg("lenses"), py::arg("progress"));
}

}  // namespace fiducia::python

#include <algorithm>

#include "apps/fiducia/compare.h"
#include "apps/fiducia/comparison_summary.h"
#include "apps/fiducia/guide.h"
#include "apps/fiducia/guide_output.h"
#include "apps/fiducia/select.h"
#include "fiducia/assess/clean_selection.h"
#include "fiducia/core/error.h"
#include "fiducia/io/evaluation_json.h"
#include "fiducia/io/guide_json.h"
#include "python/src/arrays.h"
#include "python/src/interruptible.h"
#include "python/src/observed.h"
#include "python/src/options.h"
#include "python/src/python_words.h"

namespace fiducia::python {
namespace {

using TextPair = std::pair<std::string, std::string>;

/// (JSON, words).
TextPair select_observed(const ObservedPtr& observed, const py::dict& given, const py::object& show) {
  const Keywords keywords(given);
  SelectCommandOptions options;
  keywords.take_common(&options.common);
  keywords.take("models", &options.models);
  keywords.take("by", &options.by);
  keywords.take("loss", &options.loss);
  keywords.take("target_shape", &options.target_shape);
  keywords.take("outliers", &options.outliers);
  keywords.take("grid", &options.evaluation.grid);
  keywords.take("regions", &options.evaluation.regions);
  if (options.by != "total" && options.by != "bic") {
    throw Error(ErrorCode::kBadOption, "by: '" + options.by + "' is not one of total and bic");
  }
  SelectOptions select = select_options(options);
  return interruptible(show, [&](const Progress& progress) {
    const Observations& observations = observed->read.observations;
    select.mapping = mapping_options(options.evaluation, observations);
    select.progress = progress;
    const CleanSelection found =
        select_cleaned(std::make_shared<const Observations>(observations), select, {.sigmas = options.outliers});
    if (!found.selection.recommended) throw Error(ErrorCode::kDegenerate, found.selection.reason);
    return TextPair(readable(selection_object(found.selection)), in_python_words(selection_table(found.selection)));
  });
}

TextPair guide_observed(const ObservedPtr& observed, const py::dict& given, const py::object& show) {
  const Keywords keywords(given);
  GuideCommandOptions options;
  keywords.take_common(&options.common);
  keywords.take("model", &options.model);
  keywords.take("target_shape", &options.target_shape);
  keywords.take("effects", &options.effects);
  keywords.take("loss", &options.loss);
  keywords.take("outliers", &options.outliers);
  keywords.take("criterion", &options.criterion);
  keywords.take("suggestions", &options.suggestions);
  keywords.take("until", &options.until);
  keywords.take("max_tilt_deg", &options.max_tilt_deg);
  keywords.take("min_square_px", &options.min_square_px);
  keywords.take("distance", &options.distance);
  if (options.suggestions < 1 || options.suggestions > 50) {
    throw Error(ErrorCode::kBadOption, "suggestions: give a number from 1 to 50");
  }
  GuideOptions how = guide_options(options);
  static_cast<void>(guide_solver(options));
  return interruptible(show, [&](const Progress& progress) {
    Silence silence;
    options.common.progress = progress;
    const GuidedViews guided = guide_read(observed->read, options, &how, silence.streams);
    return TextPair(readable(guidance_object(guided.guidance, how.goal)),
                    in_python_words(guidance_summary(guided.guidance, guided.calibration)));
  });
}

/// (JSON, words, arrows). Arrows: per point of the grid u, v, du, dv in px; NaN where the two cannot be compared.
py::tuple compare_records(const CalibrationRecord& reference, const CalibrationRecord& other, int columns, int rows) {
  MappingDifference difference;
  {
    const py::gil_scoped_release release;
    difference = mapping_difference(other.camera, reference.camera, {.columns = columns, .rows = rows});
  }
  const std::optional<double> expected = expected_difference_px(reference, other);
  Json object = difference_object(difference);
  object["expected95_px"] = expected ? Json(*expected) : Json(nullptr);
  const std::string words =
      difference_summary(difference, reference.camera, other.camera) + significance_summary(difference, expected);
  std::vector<double> arrows;
  for (const MappingArrow& arrow : difference.compensated.map) {
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    const Vector2 by = arrow.comparable ? arrow.difference : Vector2(nothing, nothing);
    arrows.insert(arrows.end(), {arrow.pixel.x(), arrow.pixel.y(), by.x(), by.y()});
  }
  const auto count = static_cast<py::ssize_t>(arrows.size() / 4);
  return py::make_tuple(readable(object), words, owning(std::move(arrows), {count, 4}));
}

}  // namespace

void bind_guidance(py::module_& module) {
  module.def("select", &select_observed, py::arg("observations"), py::arg("options"), py::arg("progress"));
  module.def("guide", &guide_observed, py::arg("observations"), py::arg("options"), py::arg("progress"));
  module.def("compare", &compare_records, py::arg("reference"), py::arg("other"), py::arg("columns"), py::arg("rows"));
}

}  // namespace fiducia::python

#include "apps/fiducia/report_file.h"
#include "apps/fiducia/summary_file.h"
#include "fiducia/io/file.h"
#include "fiducia/report/map_grid.h"
#include "fiducia/report/report.h"
#include "fiducia/report/trust_map.h"
#include "python/src/arrays.h"
#include "python/src/interruptible.h"
#include "python/src/observed.h"
#include "python/src/options.h"
#include "python/src/python_words.h"

namespace fiducia::python {
namespace {

constexpr const char* kFile = "calibration.json";

void write_report_page(const std::string& path, const std::string& json, const ObservedPtr& observed,
                       const std::string& title, const std::string& judged, const py::object& show) {
  const ReportArguments page{path, title, "path"};
  check_report_name(page);
  run_interruptible(show, [&](const Progress&) {
    Silence silence;
    CommonOptions common;
    common.quiet = true;
    ReportContent content;
    content.calibration = read_evaluated_calibration(json, kFile);
    content.calibration_text = json;
    content.judged_file = judged;
    content.observations = &observed->read.observations;
    content.pictures = report_pictures(observed->images, content, 0);
    content.provenance = provenance_of(observed->images, common, silence.streams);
    write_report(page, std::move(content), common, silence.streams);
  });
}

/// The report's first screen as an SVG drawing, with keyword arguments in its sentences.
std::string summary_svg(const std::string& json, const ObservedPtr& observed, const std::string& title) {
  const py::gil_scoped_release release;
  Silence silence;
  EvaluatedCalibration calibration = read_evaluated_calibration(json, kFile);
  Json& verdict = calibration.object["verdict"];
  for (const char* key : {"reason", "next"}) verdict[key] = in_python_words(verdict.at(key).get<std::string>());
  const Provenance provenance = provenance_without_hashes(observed->images, {}, silence.streams);
  return drawing_svg(summary_page(title, calibration, provenance));
}

/// (error in px of each cell, rows x columns; whether it is a bound), or None.
py::object trust_map_of(const std::string& json) {
  std::vector<double> map;
  GridOptions grid;
  bool is_bound = false;
  {
    const py::gil_scoped_release release;
    const EvaluatedCalibration calibration = read_evaluated_calibration(json, kFile);
    map = trust_map(calibration);
    grid = map_grid(calibration.camera.image_size());
    is_bound = is_bound_map(calibration);
  }
  if (map.empty()) return py::none();
  return py::make_tuple(owning(std::move(map), {grid.rows, grid.columns}), is_bound);
}

}  // namespace

void bind_reports(py::module_& module) {
  module.def("write_report", &write_report_page, py::arg("path"), py::arg("json"), py::arg("observations"),
             py::arg("title"), py::arg("judged"), py::arg("progress"));
  module.def("summary_svg", &summary_svg, py::arg("json"), py::arg("observations"), py::arg("title"));
  module.def("trust_map", &trust_map_of, py::arg("json"));
}

}  // namespace fiducia::python

// The extension: what is bound stands in the files beside this one, one subject each.

#include <string>

#include "fiducia/version.h"
#include "python/src/bindings.h"

PYBIND11_MODULE(_fiducia, module) {
  module.doc() = "Fiducia's library, as the package `fiducia` uses it.";
  module.attr("__version__") = std::string(fiducia::kVersion);
  fiducia::python::bind_errors(module);
  fiducia::python::bind_targets(module);
  fiducia::python::bind_observations(module);
  fiducia::python::bind_cameras(module);
  fiducia::python::bind_files(module);
  fiducia::python::bind_assessments(module);
  fiducia::python::bind_reports(module);
  fiducia::python::bind_guidance(module);
  fiducia::python::bind_scenes(module);
  fiducia::python::bind_rigs(module);
  fiducia::python::bind_constrained(module);
}

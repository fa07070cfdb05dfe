#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace fiducia::python {

namespace py = pybind11;

// One file each.
void bind_errors(py::module_& module);
void bind_targets(py::module_& module);
void bind_observations(py::module_& module);
void bind_cameras(py::module_& module);
void bind_files(py::module_& module);
void bind_assessments(py::module_& module);
void bind_reports(py::module_& module);
void bind_guidance(py::module_& module);
void bind_scenes(py::module_& module);
void bind_rigs(py::module_& module);
void bind_constrained(py::module_& module);

}  // namespace fiducia::python

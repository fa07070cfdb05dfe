#include <utility>

#include "fiducia/core/error.h"
#include "python/src/bindings.h"
#include "python/src/python_words.h"

namespace fiducia::python {
namespace {

const char* code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadFile: return "bad_file";
    case ErrorCode::kBadOption: return "bad_option";
    case ErrorCode::kBadData: return "bad_data";
    case ErrorCode::kDegenerate: return "degenerate";
    case ErrorCode::kNotConverged: return "not_converged";
    case ErrorCode::kCancelled: return "cancelled";
  }
  return "unknown";
}

}  // namespace

void bind_errors(py::module_& module) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(std::move(thrown));
    } catch (const Error& error) {
      const py::object type = py::module_::import("fiducia.errors").attr("Error");
      const py::object value = type(code_name(error.code()), in_python_words(error.what()));
      PyErr_SetObject(type.ptr(), value.ptr());
    }
  });
  module.def("in_python_words", &in_python_words, py::arg("text"),
             "Options of the command line in a sentence as keyword arguments.");
}

}  // namespace fiducia::python

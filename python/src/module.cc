// The extension: what is bound stands in the files beside this one, one subject each.

#include <pybind11/pybind11.h>

#include <string>

#include "fiducia/version.h"

PYBIND11_MODULE(_fiducia, module) {
  module.doc() = "Fiducia's library, as the package `fiducia` uses it.";
  module.attr("__version__") = std::string(fiducia::kVersion);
}

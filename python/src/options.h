#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/core/error.h"
#include "python/src/bindings.h"

namespace fiducia::python {

/// Keyword arguments, taken one by one into the options that the program's commands have.
class Keywords {
 public:
  explicit Keywords(const py::dict& given) : given_(given) {}

  /// Leaves `value` alone where the argument is not given, or None.
  template <class T>
  void take(const char* name, T* value) const {
    if (!given_.contains(name)) return;
    const py::object argument = given_[name];
    if (argument.is_none()) return;
    try {
      *value = argument.cast<T>();
    } catch (const py::cast_error&) {
      throw Error(ErrorCode::kBadOption, std::string(name) + ": " + py::repr(argument).cast<std::string>() + " is a " +
                                             py::str(py::type::of(argument).attr("__name__")).cast<std::string>() +
                                             "; " + expected<T>() + " is needed");
    }
  }

  /// threads, seed.
  void take_common(CommonOptions* common) const {
    take("threads", &common->threads);
    take("seed", &common->seed);
    common->quiet = true;
  }

 private:
  template <class T>
  static std::string expected() {
    if constexpr (std::is_same_v<T, std::string>) return "a text";
    if constexpr (std::is_same_v<T, bool>) return "True or False";
    if constexpr (std::is_floating_point_v<T>) return "a number";
    if constexpr (std::is_integral_v<T>) return "a whole number";
    return "a list of texts";
  }

  const py::dict& given_;
};

/// What a command would print goes nowhere.
struct Silence {
  std::ostringstream out = {};
  std::ostringstream err = {};
  Streams streams{out, err, false, "fiducia (Python)"};
};

}  // namespace fiducia::python

#include "apps/fiducia/input.h"
#include "fiducia/data/target.h"
#include "python/src/arrays.h"
#include "python/src/target_argument.h"

namespace fiducia::python {
namespace {

std::vector<Vector3> points_of(const Numbers& points) {
  std::vector<Vector3> list;
  for (py::ssize_t i = 0; i < points.shape(0); ++i)
    list.emplace_back(points.at(i, 0), points.at(i, 1), points.at(i, 2));
  return list;
}

}  // namespace

Target target_argument(const py::object& target) {
  if (py::isinstance<Target>(target)) return target.cast<Target>();
  if (py::isinstance<py::str>(target)) return target_named(target.cast<std::string>());
  throw Error(ErrorCode::kBadOption, "target: " + py::repr(target).cast<std::string>() +
                                         " is neither a fiducia.Target nor a text; give " + target_forms());
}

void bind_targets(py::module_& module) {
  py::class_<Target>(module, "Target", "A calibration target: its points in metres, by corner id.")
      .def(py::init(&target_argument), py::arg("spec"),
           "From a text such as 'chessboard:9x6:0.025' (9 x 6 inner corners, 0.025 m apart), or the name of a target "
           "file of Kalibr.")
      .def_static(
          "from_points",
          [](const py::object& points) { return Target::from_points(points_of(checked_numbers(points, "points", 3))); },
          py::arg("points"), "From a list of points, N x 3, metres; the corner ids count them from 0.")
      .def_property_readonly("spec", &target_spec, "The text that means it; empty for a list of points.")
      .def_property_readonly(
          "points", [](const py::object& self) { return points_view(self.cast<const Target&>().points, self); },
          "N x 3, metres, by corner id; a view.")
      .def_readonly("columns", &Target::columns, "Of a board: corners, squares (ChArUco), tags or dots per row.")
      .def_readonly("rows", &Target::rows, "Rows of those.")
      .def_readonly("spacing_m", &Target::spacing_m, "Side of a square or tag, distance of dots; metres.")
      .def("__repr__",
           [](const Target& target) {
             const std::string spec = target_spec(target);
             return "fiducia.Target('" + (spec.empty() ? std::to_string(target.points.size()) + " points" : spec) +
                    "')";
           })
      .def(py::pickle(
          [](const Target& target) {
            const std::string spec = target_spec(target);
            if (!spec.empty()) return py::tuple(py::make_tuple(spec));
            return py::tuple(py::make_tuple(py::array(points_view(target.points, py::none())).attr("copy")()));
          },
          [](const py::tuple& state) {
            if (py::isinstance<py::str>(state[0])) return parse_target(state[0].cast<std::string>());
            return Target::from_points(points_of(state[0].cast<Numbers>()));
          }));
}

}  // namespace fiducia::python

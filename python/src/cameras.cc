#include "python/src/cameras.h"

#include <limits>
#include <map>

#include "apps/fiducia/projection_arguments.h"
#include "fiducia/camera/constrained_model.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/parallel.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/use/lookup_map.h"
#include "fiducia/use/output_camera.h"
#include "fiducia/use/point_uncertainty.h"
#include "python/src/arrays.h"
#include "python/src/interruptible.h"
#include "python/src/options.h"

namespace fiducia::python {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr py::ssize_t kChunk = 4096;

/// Calls `one` with the index of each of n points, on all cores where there are many.
template <class F>
void without_gil(py::ssize_t n, const F& one) {
  const py::gil_scoped_release release;
  const auto chunks = static_cast<std::size_t>((n + kChunk - 1) / kChunk);
  parallel_for(chunks, 0, [&](std::size_t chunk) {
    const auto begin = static_cast<py::ssize_t>(chunk) * kChunk;
    for (py::ssize_t i = begin; i < std::min(n, begin + kChunk); ++i) one(i);
  });
}

py::array project(const Camera& camera, const Numbers& points) {
  const py::ssize_t n = points.shape(0);
  Numbers pixels({n, py::ssize_t{2}});
  const double* from = points.data();
  double* to = pixels.mutable_data();
  without_gil(n, [&](py::ssize_t i) {
    const auto pixel = camera.project(Vector3(from[3 * i], from[3 * i + 1], from[3 * i + 2]));
    to[2 * i] = pixel ? pixel->x() : kNone;
    to[2 * i + 1] = pixel ? pixel->y() : kNone;
  });
  return pixels;
}

py::array unproject(const Camera& camera, const Numbers& pixels) {
  const py::ssize_t n = pixels.shape(0);
  Numbers rays({n, py::ssize_t{3}});
  const double* from = pixels.data();
  double* to = rays.mutable_data();
  without_gil(n, [&](py::ssize_t i) {
    const auto ray = camera.unproject(Vector2(from[2 * i], from[2 * i + 1]));
    for (py::ssize_t k = 0; k < 3; ++k) to[3 * i + k] = ray ? (*ray)[k] : kNone;
  });
  return rays;
}

std::map<std::string, double> parameters(const Camera& camera) {
  std::map<std::string, double> named;
  for (std::size_t i = 0; i < camera.parameters().size(); ++i) {
    named[std::string(camera.model().info().parameters[i].name)] = camera.parameters()[i];
  }
  return named;
}

std::vector<std::string> parameter_names(const Camera& camera) {
  std::vector<std::string> names;
  for (const ParameterInfo& parameter : camera.model().info().parameters) names.emplace_back(parameter.name);
  return names;
}

/// (x, y, K): tables of the source's pixels, and the camera matrix of what they make.
py::tuple undistortion_maps(const Camera& camera, const py::dict& given, const py::object& show) {
  const Keywords keywords(given);
  ProjectionArguments arguments;
  int threads = 0;
  keywords.take("projection", &arguments.projection);
  keywords.take("size", &arguments.size);
  keywords.take("fov", &arguments.fov);
  keywords.take("keep_all", &arguments.keep_all);
  keywords.take("crop", &arguments.crop);
  keywords.take("threads", &threads);
  const OutputCamera output = output_camera(camera, output_options(arguments));
  LookupMap map =
      interruptible(show, [&](const Progress& progress) { return map_to_source(camera, output, threads, progress); });
  const std::vector<py::ssize_t> shape = {map.size.height, map.size.width};
  Matrix3 K = Matrix3::Identity();
  K(0, 0) = K(1, 1) = output.focal_px;
  K(0, 2) = output.centre.x();
  K(1, 2) = output.centre.y();
  return py::make_tuple(owning(std::move(map.x), shape), owning(std::move(map.y), shape), matrix_array(K));
}

/// Standard deviations (px) and ray's angles (rad) at points.
py::tuple uncertainty(const Camera& camera, const Numbers& points, const Numbers& covariance) {
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> matrix(
      covariance.data(), covariance.shape(0), covariance.shape(1));
  std::vector<Vector3> list;
  for (py::ssize_t i = 0; i < points.shape(0); ++i)
    list.emplace_back(points.at(i, 0), points.at(i, 1), points.at(i, 2));
  std::vector<PointUncertainty> found;
  {
    const py::gil_scoped_release release;
    found = point_uncertainties(camera, matrix, list);
  }
  const auto n = static_cast<py::ssize_t>(found.size());
  Numbers pixel({n, py::ssize_t{2}, py::ssize_t{2}});
  Numbers angle(n);
  for (py::ssize_t i = 0; i < n; ++i) {
    const PointUncertainty& one = found[static_cast<std::size_t>(i)];
    for (py::ssize_t k = 0; k < 4; ++k) pixel.mutable_data()[4 * i + k] = one.pixel(k / 2, k % 2);
    angle.mutable_data()[i] = one.ray_rad;
  }
  return py::make_tuple(pixel, angle);
}

std::string text_of(const Camera& camera, const std::string& format, const std::string& name) {
  FileCamera file{.name = name, .camera = camera};
  return camera_file_text(camera_format_named(format), {file});
}

}  // namespace

Camera with_all_parameters(const Camera& camera) {
  const auto* constrained = dynamic_cast<const ConstrainedModel*>(&camera.model());
  if (constrained == nullptr) return camera;
  return {constrained->lens(), constrained->full(camera.parameters().data()), camera.image_size()};
}

py::array pose_array(const Pose& pose) {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() = pose.rotation;
  matrix.topRightCorner<3, 1>() = pose.translation;
  return matrix_array(matrix);
}

void bind_cameras(py::module_& module) {
  py::class_<Camera>(module, "CameraValue", "A camera: a model, its parameters and the size of its image.")
      .def(py::init([](const std::string& model, const std::map<std::string, double>& named, std::pair<int, int> size) {
             return Camera(model, named, {size.first, size.second});
           }),
           py::arg("model"), py::arg("parameters"), py::arg("image_size"))
      .def_property_readonly("model", [](const Camera& camera) { return std::string(camera.model().info().name); })
      .def_property_readonly("parameters", &parameters)
      .def_property_readonly("parameter_names", &parameter_names)
      .def_property_readonly(
          "image_size",
          [](const Camera& camera) { return std::make_pair(camera.image_size().width, camera.image_size().height); })
      .def("project", &project, py::arg("points").noconvert())
      .def("unproject", &unproject, py::arg("pixels").noconvert())
      .def("undistortion_maps", &undistortion_maps, py::arg("options"), py::arg("progress"))
      .def("uncertainty", &uncertainty, py::arg("points").noconvert(), py::arg("covariance").noconvert())
      .def("text", &text_of, py::arg("format"), py::arg("name") = "")
      .def(py::pickle([](const Camera& camera) { return py::make_tuple(text_of(camera, "fiducia", "")); },
                      [](const py::tuple& state) {
                        const CameraFile file = read_camera_file(state[0].cast<std::string>(), "camera");
                        return file.cameras.front().camera;
                      }));
  module.def("model_names", [] {
    std::vector<std::string> names;
    for (const auto& model : all_models()) names.emplace_back(model->info().name);
    return names;
  });
}

}  // namespace fiducia::python

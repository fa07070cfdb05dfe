#include "fiducia/io/json_values.h"

namespace fiducia {
namespace {

constexpr int kLargestSide_px = 1'000'000;

}  // namespace

Json numbers_array(const Eigen::VectorXd& values) { return std::vector<double>(values.begin(), values.end()); }

Json json_array(const Vector3& value) { return Json::array({value.x(), value.y(), value.z()}); }

Json json_array(ImageSize size) { return Json::array({size.width, size.height}); }

Json parameters_object(const Camera& camera) {
  Json object = Json::object();
  for (std::size_t i = 0; i < camera.parameters().size(); ++i) {
    object[std::string(camera.model().info().parameters[i].name)] = camera.parameters()[i];
  }
  return object;
}

ImageSize read_image_size(const JsonDocument& document, const Json& value) {
  document.array(value, 2);
  return {document.integer(value[0], 1, kLargestSide_px), document.integer(value[1], 1, kLargestSide_px)};
}

}  // namespace fiducia

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/camera/model.h"

namespace fiducia {

struct ImageSize {
  int width = 0;
  int height = 0;
  friend bool operator==(const ImageSize&, const ImageSize&) = default;
};

[[nodiscard]] std::string to_string(ImageSize size);  ///< 1936x1216

/// A camera: a model with its parameters and the size of its image. A value, immutable once made.
///
/// Pixels: the centre of the top-left pixel is (0, 0), as in OpenCV and ROS, so the image covers
/// [-0.5, width - 0.5] x [-0.5, height - 0.5]. Camera frame: x right, y down, z forward.
class Camera {
 public:
  /// Throws an Error where there is no model, the number of parameters is not the model's or one of them is not finite.
  Camera(std::shared_ptr<const Model> model, std::vector<double> parameters, ImageSize image_size);
  /// The model by its spec, see make_model(); every parameter must be named.
  Camera(std::string_view spec, const std::map<std::string, double>& parameters, ImageSize image_size);
  [[nodiscard]] static Camera with_named(const std::shared_ptr<const Model>& model,
                                         const std::map<std::string, double>& parameters, ImageSize image_size);

  [[nodiscard]] const Model& model() const { return *model_; }
  [[nodiscard]] const std::shared_ptr<const Model>& shared_model() const { return model_; }
  [[nodiscard]] const std::vector<double>& parameters() const { return parameters_; }
  [[nodiscard]] double parameter(std::string_view name) const;
  [[nodiscard]] ImageSize image_size() const { return image_size_; }

  /// The pixel of a point in the camera frame; nothing where the model's domain does not reach.
  [[nodiscard]] std::optional<Vector2> project(const Vector3& x) const;
  /// The unit ray of a pixel; nothing where no ray of the domain projects there.
  [[nodiscard]] std::optional<Vector3> unproject(const Vector2& u) const;
  [[nodiscard]] bool in_domain(const Vector3& x) const;

 private:
  std::shared_ptr<const Model> model_;
  std::vector<double> parameters_;
  ImageSize image_size_;
  double limit_;
};

}  // namespace fiducia

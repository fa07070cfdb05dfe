#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "fiducia/core/random.h"
#include "tests/solve/setups.h"

namespace fiducia::testing {

inline Camera tangential_camera() {
  return {"opencv5",
          {{"fx", 900},
           {"fy", 905},
           {"cx", 650},
           {"cy", 470},
           {"k1", -0.25},
           {"k2", 0.08},
           {"p1", 1e-3},
           {"p2", -5e-4},
           {"k3", 0.01}},
          {1280, 960}};
}

inline Camera sphere_camera() {
  return {"double_sphere",
          {{"fx", 320}, {"fy", 321}, {"cx", 640}, {"cy", 480}, {"xi", -0.25}, {"alpha", 0.6}},
          {1280, 960}};
}

/// A radial lens that folds over inside the image: no ray reaches its border.
inline Camera folding_camera() {
  return {"radial1", {{"fx", 800}, {"fy", 800}, {"cx", 640}, {"cy", 480}, {"k1", -0.5}}, {1280, 960}};
}

inline std::vector<Camera> cameras_of_all_kinds() {
  return {ordinary_camera(), fisheye_camera(), tangential_camera(), sphere_camera()};
}

inline std::string name_of(const Camera& camera) { return std::string(camera.model().info().name); }

inline Eigen::VectorXd parameters_of(const Camera& camera) {
  return Eigen::Map<const Eigen::VectorXd>(camera.parameters().data(), camera.model().size());
}

inline Camera with_parameters(const Camera& camera, const Eigen::VectorXd& theta) {
  return {camera.shared_model(), {theta.data(), theta.data() + theta.size()}, camera.image_size()};
}

inline Eigen::VectorXd normal_vector(RandomStream& random, Eigen::Index size) {
  Eigen::VectorXd v(size);
  for (double& value : v) value = random.normal();
  return v;
}

inline Eigen::MatrixXd normal_matrix(RandomStream& random, Eigen::Index rows, Eigen::Index columns) {
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index c = 0; c < columns; ++c) m.col(c) = normal_vector(random, rows);
  return m;
}

}  // namespace fiducia::testing

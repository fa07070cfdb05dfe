#include "fiducia/solve/camera_problem.h"

namespace fiducia {

CameraProblem::CameraProblem(const Model& model, const std::vector<CornerArrays>& frames,
                             const std::vector<double>& weights, Loss loss)
    : normal_(model), frames_(frames), weights_(weights), loss_(loss) {
  for (int j = 0; j < frame_count(); ++j) {
    residual_count_ += 2 * weight(j) * frames_[static_cast<std::size_t>(j)].corner_count();
  }
}

}  // namespace fiducia

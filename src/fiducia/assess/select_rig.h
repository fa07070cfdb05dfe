#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/assess/rig_assessment.h"
#include "fiducia/evaluate/select.h"

namespace fiducia {

struct RigSelectOptions {
  /// Models to compare, each taken for all cameras; empty: those that suit the lens of one of them.
  std::vector<std::shared_ptr<const Model>> models = {};
  SelectBy by = SelectBy::kTotalError;
  /// The same in all rows of the table. Nothing: the one that assess_rig() takes.
  std::optional<TargetShape> target_shape = {};
  Loss loss = Loss::none();
  OutlierOptions outliers = {};
  std::vector<double> distances_m = {};  ///< see RigPairOptions; empty: usual_distances()
  bool leave_out_deviating = true;       ///< see RigAssessOptions
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< counts rows of the table
};

/// Something that a rig is judged by: the mapping of a camera, or the rows of a rectified pair.
struct RigSelectFigure {
  std::vector<std::size_t> cameras = {};  ///< the camera, or the two of a pair
  double total_px = 0;                    ///< expected: random and systematic, whichever of the rigs is right
  double bound95_px = 0;                  ///< with 95% confidence it is less, under each rig that cannot be excluded
};

/// One rig: a line of the table.
struct RigSelectEntry {
  std::vector<std::shared_ptr<const Model>> models = {};  ///< per camera
  bool is_own_choice = false;  ///< what each camera chooses, and assess_rig() with models that are left to it
  std::string problem = {};    ///< why it is out of the question; empty: it takes part, and the rest is known
  std::shared_ptr<const RigCalibration> calibration = {};
  double bias_ratio = 0;  ///< of the worst camera
  double eps_px = 0;      ///< likewise, per coordinate
  /// Cameras first, then the pairs that see something together.
  std::vector<RigSelectFigure> figures = {};
  std::size_t weakest = 0;  ///< among the figures: where most is expected. It decides
  /// Totals by chance alone; bounds as those of the figures.
  std::vector<RigPair> pairs = {};
  double without_ray = 0;  ///< share of the image, of the worst camera
  double bic = 0;          ///< above the least in the table
  double weight = 0;       ///< how probable it is that this is the rig, among those of the table
  double seconds = 0;

  /// Infinite: not to be told, because instants are too few for so many parameters.
  [[nodiscard]] double total_px() const { return figures[weakest].total_px; }
  [[nodiscard]] bool has_one_model() const;
};

struct RigSelection {
  /// One for each model that all cameras take, and one with each camera's own choice where that differs from them.
  std::vector<RigSelectEntry> entries = {};
  std::optional<std::size_t> recommended = {};  ///< in entries; none where no rig can be calibrated
  std::string reason = {};                      ///< one sentence
  double disagreement = 1;                      ///< by how much instants disagree more than noise explains
  TargetShape target_shape = TargetShape::kPlanar;
  std::vector<std::string> camera_names = {};
  std::vector<std::string> left_out_instants = {};                ///< which do not belong to the others
  std::vector<std::vector<LeftOutCorner>> left_out_corners = {};  ///< per camera
};

/// Calibrates the rig with several choices of lens models and recommends the one whose weakest figure (a camera's
/// mapping, a pair's rows) is expected to be least wrong, whichever of the rigs is right:
///
///     T_if = random_if^2 + sum_j w_j bias_ijf^2 + (share of the image without a ray) (10 px)^2,
///
/// the rule of select_model() for every figure f, with model_weights() of the joint fits; bounds hold under every rig
/// that is possible by doubt_weights(). All rows have the instants, corners and shape of the target of the row with
/// each camera's own choice, and are compared over the same images.
[[nodiscard]] RigSelection select_rig(const RigObservations& observations, const RigSelectOptions& options = {});

}  // namespace fiducia

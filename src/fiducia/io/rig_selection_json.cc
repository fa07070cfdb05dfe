#include "fiducia/io/rig_selection_json.h"

#include <cmath>

#include "fiducia/io/json_values.h"
#include "fiducia/io/rig_json.h"

namespace fiducia {
namespace {

Json figure_object(const RigSelectFigure& figure, const std::vector<std::string>& names) {
  const bool known = std::isfinite(figure.total_px);
  return {{"cameras", camera_names(figure.cameras, names)},
          {"of", figure.cameras.size() == 1 ? "mapping" : "rows"},
          {"total_px", known ? Json(figure.total_px) : Json(nullptr)},
          {"bound95_px", figure.bound95_px}};
}

Json entry_object(const RigSelectEntry& entry, const std::vector<std::string>& names) {
  Json models = Json::object();
  for (std::size_t c = 0; c < entry.models.size(); ++c) models[names[c]] = entry.models[c]->info().name;
  Json object = {{"models", std::move(models)}, {"own_choice", entry.is_own_choice}, {"seconds", entry.seconds}};
  if (!entry.problem.empty()) {
    object["problem"] = entry.problem;
    return object;
  }
  int intrinsics = 0;
  Json cameras = Json::array();
  for (const RigCameraFit& camera : entry.calibration->cameras) {
    intrinsics += camera.camera.model().size();
    cameras.push_back({{"name", camera.name},
                       {"model", camera.camera.model().info().name},
                       {"parameters", parameters_object(camera.camera)},
                       {"rmse", camera.fit.rmse}});
  }
  Json figures = Json::array();
  for (const RigSelectFigure& figure : entry.figures) figures.push_back(figure_object(figure, names));
  Json pairs = Json::array();
  for (const RigPair& pair : entry.pairs) pairs.push_back(rig_pair_object(*entry.calibration, pair));
  const Json weakest = figures[entry.weakest];
  object["n_intrinsics"] = intrinsics;
  object["cameras"] = std::move(cameras);
  object["rmse"] = entry.calibration->fit.rmse;
  object["bias"] = {{"ratio", entry.bias_ratio}, {"eps_px", entry.eps_px}};
  object["total_px"] = weakest["total_px"];
  object["bound95_px"] = weakest["bound95_px"];
  object["weakest"] = weakest;
  object["figures"] = std::move(figures);
  object["pairs"] = std::move(pairs);
  object["without_ray"] = entry.without_ray;
  object["bic"] = entry.bic;
  object["weight"] = entry.weight;
  return object;
}

}  // namespace

Json rig_selection_object(const RigSelection& selection) {
  Json rigs = Json::array();
  for (const RigSelectEntry& entry : selection.entries) rigs.push_back(entry_object(entry, selection.camera_names));
  Json object = {{"format", "fiducia.rig_selection/1"},
                 {"recommended", nullptr},
                 {"reason", selection.reason},
                 {"target_shape", to_string(selection.target_shape)},
                 {"disagreement", selection.disagreement},
                 {"left_out_instants", selection.left_out_instants},
                 {"rigs", std::move(rigs)}};
  if (selection.recommended) object["recommended"] = *selection.recommended;
  return object;
}

}  // namespace fiducia

#pragma once

#include <functional>

#include "fiducia/io/calibration_json.h"
#include "fiducia/io/observations_json.h"
#include "tests/cli/cli_fixture.h"
#include "tests/cli/scene.h"

namespace fiducia::testing {

/// The least that is a calibration file: a camera.
inline std::string camera_json(const Camera& camera) {
  Json parameters = Json::object();
  for (std::size_t i = 0; i < camera.parameters().size(); ++i) {
    parameters[std::string(camera.model().info().parameters[i].name)] = camera.parameters()[i];
  }
  return readable({{"format", kCalibrationFormat},
                   {"model", camera.model().info().name},
                   {"image_size", {camera.image_size().width, camera.image_size().height}},
                   {"parameters", parameters}});
}

/// Ten good views, and what `calibrate` makes of them.
class EvaluateFixture : public CliTest {
 protected:
  [[nodiscard]] CliResult evaluate(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"evaluate", calibration_file, observations_file});
    return run(more);
  }

  /// The result of evaluate as JSON.
  [[nodiscard]] nlohmann::json evaluated(std::vector<std::string> more = {}) const {
    more.insert(more.end(), {"--json", "--quiet"});
    const CliResult result = evaluate(more);
    EXPECT_EQ(result.status, 0) << result.err;
    return nlohmann::json::parse(result.out, nullptr, false);
  }

  /// The calibration with something else in it, as a file.
  [[nodiscard]] std::string with(const std::string& name, const std::function<void(Json&)>& change) const {
    Json object = Json::parse(calibration);
    change(object);
    return folder.put(name, readable(object));
  }

  const Observations observations = scene(good_poses());
  const std::string observations_file = folder.put("obs.json", observations_json(observations));
  const std::string calibration = run({"calibrate", observations_file, "--json", "--quiet"}).out;
  const std::string calibration_file = folder.put("calibration.json", calibration);
};

}  // namespace fiducia::testing

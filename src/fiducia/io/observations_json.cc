#include "fiducia/io/observations_json.h"

#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/io/json_document.h"
#include "fiducia/io/json_values.h"
#include "fiducia/io/match_target.h"

namespace fiducia {
namespace {

constexpr std::string_view kFormat = "fiducia.observations/1";

Target read_target(const JsonDocument& document, const Json& value) {
  document.require_known_keys(value, {"spec", "points"});
  const Json* spec = document.optional_member(value, "spec");
  const Json* points = document.optional_member(value, "points");
  if ((spec == nullptr) == (points == nullptr))
    document.fail(value, "must have either the key 'spec' or the key 'points'");
  if (spec != nullptr) {
    try {
      return parse_target(document.string(*spec));
    } catch (const Error& error) {
      document.fail(*spec, std::string("cannot be read: ") + error.what());
    }
  }
  std::vector<Vector3> positions;
  for (const Json& point : document.array(*points)) {
    positions.push_back(point.is_null() ? Vector3::Constant(std::numeric_limits<double>::quiet_NaN())
                                        : document.vector3(point));
  }
  if (positions.empty()) document.fail(*points, "must not be empty");
  return Target::from_points(std::move(positions));
}

double read_weight(const JsonDocument& document, const Json& value) {
  const double weight = document.number(value);
  if (!(weight > 0)) document.fail(value, "must be a positive weight; leave out corners that shall not count");
  return weight;
}

Frame read_frame(const JsonDocument& document, const Json& value, const Target& target) {
  document.require_known_keys(value, {"name", "corners"});
  Frame frame;
  frame.name = document.string(document.member(value, "name"));
  const Json& corners = document.array(document.member(value, "corners"));
  frame.corners.reserve(corners.size());
  const int highest_id = static_cast<int>(target.points.size()) - 1;
  for (const Json& corner : corners) {
    document.array(corner, 3, 4);
    const int id = document.integer(corner[0], 0, highest_id);
    if (!target.points[static_cast<std::size_t>(id)].allFinite()) {
      document.fail(corner[0], "is corner " + std::to_string(id) + ", for which the target has no position");
    }
    frame.corners.push_back({id, Vector2(document.number(corner[1]), document.number(corner[2]))});
    if (corner.size() == 4) frame.corners.back().weight = read_weight(document, corner[3]);
  }
  return frame;
}

/// The target of the options in place of the file's, once they are found to agree.
void adopt_target(const Target& given, const std::string& file_name, ReadObservations& result) {
  Target& own = result.observations.target;
  if (own.kind == TargetKind::kPoints && given.kind != TargetKind::kPoints) {
    const std::optional<std::string> warning = match_target(own.points, given, file_name);
    if (warning) result.warnings.push_back(*warning);
    own = given;
  } else if (target_spec(given) != target_spec(own)) {
    throw Error(ErrorCode::kBadOption, file_name + ": it was taken with target " + target_spec(own) + ", not with " +
                                           target_spec(given) + "; leave --target out, or correct one of the two");
  }
}

Json target_object(const Target& target) {
  if (target.kind != TargetKind::kPoints) return {{"spec", target_spec(target)}};
  Json points = Json::array();
  for (const Vector3& point : target.points) points.push_back(point.allFinite() ? json_array(point) : Json(nullptr));
  return {{"points", std::move(points)}};
}

Json observations_object(const Observations& observations) {
  Json frames = Json::array();
  for (const Frame& frame : observations.frames) {
    Json corners = Json::array();
    for (const Corner& corner : frame.corners) {
      corners.push_back(Json::array({corner.id, corner.pixel.x(), corner.pixel.y()}));
      if (corner.weight != 1) corners.back().push_back(corner.weight);
    }
    frames.push_back({{"name", frame.name}, {"corners", std::move(corners)}});
  }
  Json object = {{"format", kFormat},
                 {"image_size", json_array(observations.image_size)},
                 {"target", target_object(observations.target)}};
  if (const auto& circle = observations.image_circle) {
    object["image_circle"] = json_array(Vector3(circle->centre.x(), circle->centre.y(), circle->radius_px));
  }
  object["frames"] = std::move(frames);
  return object;
}

}  // namespace

ReadObservations read_observations_json(std::string_view text, const std::string& file_name,
                                        const ReadOptions& options) {
  const JsonDocument document(text, file_name);
  document.require_format(kFormat);
  const Json& root = document.root();
  document.require_known_keys(root, {"format", "image_size", "target", "image_circle", "frames", "left_out", "truth"});
  ReadObservations result;
  Observations& observations = result.observations;
  observations.image_size = read_image_size(document, document.member(root, "image_size"));
  if (options.image_size && *options.image_size != observations.image_size) {
    throw Error(ErrorCode::kBadOption, file_name + ": its images have " + to_string(observations.image_size) +
                                           " pixels, not " + to_string(*options.image_size) +
                                           "; leave --image-size out, or correct one of the two");
  }
  observations.target = read_target(document, document.member(root, "target"));
  if (const Json* circle = document.optional_member(root, "image_circle")) {
    const Vector3 values = document.vector3(*circle);
    observations.image_circle = ImageCircle{values.head<2>(), values.z()};
  }
  for (const Json& frame : document.array(document.member(root, "frames"))) {
    observations.frames.push_back(read_frame(document, frame, observations.target));
  }
  if (const Json* left_out = document.optional_member(root, "left_out")) {
    for (const Json& image : document.array(*left_out)) {
      document.require_known_keys(image, {"name", "reason"});
      result.left_out.push_back(
          {document.string(document.member(image, "name")), document.string(document.member(image, "reason"))});
    }
  }
  if (options.target) adopt_target(*options.target, file_name, result);
  return result;
}

std::string observations_json(const Observations& observations) { return readable(observations_object(observations)); }

std::string detection_json(const Observations& observations, const std::vector<LeftOutImage>& left_out) {
  Json object = observations_object(observations);
  object["left_out"] = Json::array();
  for (const LeftOutImage& image : left_out) {
    object["left_out"].push_back({{"name", image.name}, {"reason", image.reason}});
  }
  return readable(object);
}

namespace {

/// What one effect did in a frame, in the units of Disturbance; target_bend: m, of x^2, xy, y^2.
Json values_of(Effect effect, const FrameEffects& frame) {
  const Disturbance& disturbance = frame.disturbance;
  switch (effect) {
    case Effect::kTargetBend: return json_array(frame.bend);
    case Effect::kShutter: return json_array(disturbance.turn_rows);
    case Effect::kShutterColumns: return json_array(disturbance.turn_columns);
    case Effect::kFocus: return Json::array({disturbance.log_focal});
    case Effect::kStabilisation: return Json::array({disturbance.shift.x(), disturbance.shift.y()});
    case Effect::kPupil: return Json::array({disturbance.pupil.x(), disturbance.pupil.y()});
  }
  return {};
}

Json effects_object(const Simulation& simulation, const SimulateOptions& options) {
  Json object = Json::object();
  for (const SimulatedEffect& effect : options.effects) {
    Json frames = Json::array();
    for (const FrameEffects& frame : simulation.effects) frames.push_back(values_of(effect.effect, frame));
    object[std::string(to_string(effect.effect))] = {{"size", effect.size}, {"frames", std::move(frames)}};
  }
  return object;
}

}  // namespace

std::string simulation_json(const Camera& camera, const Simulation& simulation, const SimulateOptions& options) {
  Json poses = Json::array();
  for (const Pose& pose : simulation.camera_from_target) {
    poses.push_back(
        {{"rotation_vector", json_array(pose.rotation_vector())}, {"translation", json_array(pose.translation)}});
  }
  Json object = observations_object(simulation.observations);
  object["truth"] = {{"model", camera.model().info().name},
                     {"parameters", parameters_object(camera)},
                     {"bend_m", options.bend_m},
                     {"noise_px", options.noise_px},
                     {"seed", options.seed},
                     {"poses", std::move(poses)}};
  if (!options.effects.empty()) object["truth"]["effects"] = effects_object(simulation, options);
  if (options.spoiled_px > 0) object["truth"]["spoiled_px"] = options.spoiled_px;
  return readable(object);
}

}  // namespace fiducia

#include "fiducia/report/rig_figures.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "fiducia/data/target.h"
#include "fiducia/evaluate/rig_triangulation_map.h"
#include "fiducia/io/json_values.h"
#include "fiducia/report/frames_part.h"
#include "fiducia/report/rig_rows.h"
#include "fiducia/report/rounded.h"

namespace fiducia {
namespace {

/// More pairs than these are told in numbers alone: a rig of twenty cameras has 190.
constexpr std::size_t kMostPairsDrawn = 28;

Json rig_target_part(const RigCalibration& rig) {
  Json points = Json::array();
  for (const Vector3& point : target_points(rig)) {
    points.push_back(point.allFinite() ? json_array(point) : Json(nullptr));
  }
  return {{"spec", target_spec(rig.observations->target)}, {"points", std::move(points)}};
}

/// Corners as [id, u, v, du, dv].
Json rig_camera_part(const std::string& name, const std::vector<RigViewCorners>& views) {
  constexpr double kPixelSteps = 10;
  constexpr double kResidualSteps = 1e4;
  Json array = Json::array();
  for (const RigViewCorners& view : views) {
    Json corners = Json::array();
    for (const RigCorner& corner : view.corners) {
      corners.push_back({corner.id, rounded(corner.pixel.x(), kPixelSteps), rounded(corner.pixel.y(), kPixelSteps),
                         rounded(corner.residual_px.x(), kResidualSteps),
                         rounded(corner.residual_px.y(), kResidualSteps)});
    }
    array.push_back({{"instant", view.instant}, {"corners", std::move(corners)}});
  }
  return {{"name", name}, {"views", std::move(array)}};
}

/// A rig that was given does not depend on these instants.
InfluencedRig influences_of(const RigAssessment& assessment, int threads) {
  const RigCalibration& rig = assessment.calibration;
  if (!assessment.is_given) return influenced_rig(rig, threads);
  return {given_geometry(rig)};
}

Json map_numbers(const std::vector<double>& values) {
  Json array = Json::array();
  for (const double value : values) {
    array.push_back(std::isfinite(value) ? Json(rounded_to_digits(value, 3)) : Json(nullptr));
  }
  return array;
}

}  // namespace

RigFigures::RigFigures(const RigAssessment& assessment, int threads) : assessment_(assessment), threads_(threads) {
  const RigCalibration& rig = assessment.calibration;
  require_converged(rig, "the figures of a rig");
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) views_.push_back(rig_views(rig, c));
  wishes_ = rectified_wishes(rig, views_);
  if (wishes_.size() > kMostPairsDrawn) wishes_.resize(kMostPairsDrawn);
}

std::vector<RigPicture> RigFigures::wanted_pictures() const {
  std::set<std::pair<std::size_t, std::size_t>> wanted;
  for (const RectifiedWish& wish : wishes_) {
    wanted.insert({wish.a, wish.instant});
    wanted.insert({wish.b, wish.instant});
  }
  std::vector<RigPicture> pictures;
  for (const auto& [camera, instant] : wanted) pictures.push_back({camera, instant, {}});
  return pictures;
}

Json RigFigures::object(const std::vector<RigPicture>& pictures, const RigReportWords& words,
                        const std::string& hash) const {
  const RigCalibration& rig = assessment_.calibration;
  std::vector<std::optional<double>> bias_noise;
  for (const RigCameraAssessment& camera : assessment_.cameras) {
    bias_noise.push_back(camera.bias ? std::make_optional(camera.bias->headline().sigma_d_px) : std::nullopt);
  }
  const std::vector<double> noise = rig_noise_px(rig, bias_noise);
  Json cameras = Json::array();
  for (std::size_t c = 0; c < views_.size(); ++c) cameras.push_back(rig_camera_part(rig.cameras[c].name, views_[c]));
  const InfluencedRig influenced = influences_of(assessment_, threads_);
  const RigGeometry* best = assessment_.best ? &assessment_.best->spread.geometry : nullptr;
  Json pairs = Json::array();
  for (const RigPair& pair : assessment_.pairs) {
    if (pairs.size() >= kMostPairsDrawn) break;
    Json maps = Json::array();
    for (const TriangulationError& error : pair.triangulation) {
      if (error.points == 0) continue;
      const TriangulationMap map =
          triangulation_map(influenced, best, pair.a, pair.b, error, noise[pair.a], noise[pair.b]);
      maps.push_back({{"distance_m", map.distance_m},
                      {"columns", map.columns},
                      {"rows", map.rows},
                      {"calibration_mm", map_numbers(map.calibration_mm)},
                      {"noise_mm", map_numbers(map.noise_mm)}});
    }
    Json part = {{"cameras", {rig.cameras[pair.a].name, rig.cameras[pair.b].name}},
                 {"rows", rig_rows_part(rig, pair.a, pair.b, views_, noise)},
                 {"maps", std::move(maps)},
                 {"rectified", nullptr}};
    for (const RectifiedWish& wish : wishes_) {
      const auto shows = [&](std::size_t camera) {
        return std::any_of(pictures.begin(), pictures.end(), [&](const RigPicture& picture) {
          return picture.camera == camera && picture.instant == wish.instant && !picture.jpeg.empty();
        });
      };
      if (wish.a == pair.a && wish.b == pair.b && shows(wish.a) && shows(wish.b)) {
        part["rectified"] = rectified_part(rig, wish, views_);
      }
    }
    pairs.push_back(std::move(part));
  }
  Json images = Json::array();
  for (const RigPicture& picture : pictures) {
    if (picture.jpeg.empty()) continue;
    images.push_back({{"camera", rig.cameras[picture.camera].name},
                      {"instant", picture.instant},
                      {"image", jpeg_address(picture.jpeg)}});
  }
  return {{"format", kRigFiguresFormat},
          {"calibration", hash},
          {"words", {{"pairing", words.pairing}, {"consistency", words.consistency}, {"causes", words.causes}}},
          {"target", rig_target_part(rig)},
          {"cameras", std::move(cameras)},
          {"pairs", std::move(pairs)},
          {"images", std::move(images)}};
}

}  // namespace fiducia

#include "fiducia/evaluate/frame_suspicions.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/complement.hpp>
#include <cmath>

#include "fiducia/core/statistics.h"
#include "fiducia/core/words.h"

namespace fiducia {
namespace {

/// Corners that moved by less than this part of the image's diagonal (RMS) from one frame to another show the same.
constexpr double kSameView = 0.005;
/// A frame that shares fewer corners with another is not compared.
constexpr std::size_t kFewestCommon = 4;
/// Of a frame that is like the others to look so.
constexpr double kChance = 1e-4;

/// Whether a mean square of so many degrees of freedom is too large for chance where the others' root is 1.
bool beyond_chance(double ratio, double freedom) {
  if (freedom < 1) return false;
  const boost::math::chi_squared distribution(freedom);
  return boost::math::cdf(boost::math::complement(distribution, ratio * ratio * freedom)) < kChance;
}

/// RMS distance of the corners that two frames share; infinite where they share too few.
double distance_px(const std::vector<Vector2>& a, const std::vector<Vector2>& b) {
  double squares = 0;
  std::size_t common = 0;
  for (std::size_t id = 0; id < a.size(); ++id) {
    if (!a[id].allFinite() || !b[id].allFinite()) continue;
    squares += (a[id] - b[id]).squaredNorm();
    ++common;
  }
  if (common < kFewestCommon) return std::numeric_limits<double>::infinity();
  return std::sqrt(squares / static_cast<double>(common));
}

void find_duplicates(const Calibration& calibration, std::vector<FrameSuspicion>* suspicions) {
  constexpr double kUnseen = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::vector<Vector2>> views;
  for (const FrameFit& frame : calibration.frames) {
    views.emplace_back(calibration.observations->target.points.size(), Vector2(kUnseen, kUnseen));
    for (const Corner& corner : corners_of(calibration, frame)) {
      views.back()[static_cast<std::size_t>(corner.id)] = corner.pixel;
    }
  }
  const ImageSize size = calibration.observations->image_size;
  const double limit = kSameView * std::hypot(size.width, size.height);
  for (std::size_t j = 1; j < views.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (!(*suspicions)[i].near_duplicate.empty() || distance_px(views[i], views[j]) > limit) continue;
      (*suspicions)[j].near_duplicate = calibration.frames[i].name;
      break;
    }
  }
}

}  // namespace

std::vector<FrameSuspicion> frame_suspicions(const Calibration& calibration, const TileFits& tiles, double ratio) {
  const std::size_t count = calibration.frames.size();
  std::vector<FrameSuspicion> suspicions(count);
  std::vector<double> squares(count);
  std::vector<double> fits(count);
  for (const TileFit& fit : tiles.fits) {
    for (const double r : fit.residuals) squares[fit.frame] += r * r;
    fits[fit.frame] += 1;
  }
  std::vector<double> noises;
  std::vector<double> rmses;
  for (std::size_t j = 0; j < count; ++j) {
    rmses.push_back(calibration.frames[j].rmse);
    if (fits[j] > 0) noises.push_back(std::sqrt(squares[j] / fits[j]));
  }
  const double typical_noise = median(noises);
  const double typical_rmse = median(rmses);
  for (std::size_t j = 0; j < count; ++j) {
    FrameSuspicion& suspicion = suspicions[j];
    if (typical_rmse > 0) suspicion.rmse_ratio = rmses[j] / typical_rmse;
    if (fits[j] > 0 && typical_noise > 0) suspicion.noise_ratio = std::sqrt(squares[j] / fits[j]) / typical_noise;
    const auto corners = static_cast<double>(corners_of(calibration, calibration.frames[j]).size());
    suspicion.blurred = suspicion.noise_ratio > ratio && beyond_chance(suspicion.noise_ratio, 2 * fits[j]);
    suspicion.moved =
        !suspicion.blurred && suspicion.rmse_ratio > ratio && beyond_chance(suspicion.rmse_ratio, 2 * corners - 6);
  }
  find_duplicates(calibration, &suspicions);
  return suspicions;
}

std::vector<std::string> suspicions_in_words(const Calibration& calibration,
                                             const std::vector<FrameSuspicion>& suspicions) {
  std::vector<std::string> blurred;
  std::vector<std::string> moved;
  std::vector<std::string> duplicates;
  for (std::size_t j = 0; j < suspicions.size(); ++j) {
    const std::string& name = calibration.frames[j].name;
    if (suspicions[j].blurred) blurred.push_back(name);
    if (suspicions[j].moved) moved.push_back(name);
    if (!suspicions[j].near_duplicate.empty())
      duplicates.push_back(name + " (like " + suspicions[j].near_duplicate + ")");
  }
  std::vector<std::string> sentences;
  if (!blurred.empty()) {
    sentences.push_back("the corners of " + some_of(blurred) +
                        " scatter far more than others': blurred, out of focus, or badly lit?");
  }
  if (!moved.empty()) {
    sentences.push_back("the corners of " + some_of(moved) +
                        " are no noisier than others' but do not fit one pose: did camera or target move during the "
                        "exposure?");
  }
  if (!duplicates.empty()) {
    sentences.push_back(std::to_string(duplicates.size()) + (duplicates.size() > 1 ? " frames show" : " frame shows") +
                        " nearly the same view as another: " + some_of(duplicates) +
                        "; they count as independent frames and make the result look surer than it is");
  }
  return sentences;
}

}  // namespace fiducia

#include "fiducia/evaluate/frame_suspicions.h"

#include <algorithm>
#include <cmath>

#include "fiducia/core/distributions.h"
#include "fiducia/core/statistics.h"
#include "fiducia/core/words.h"
#include "fiducia/data/same_views.h"

namespace fiducia {
namespace {

/// Corners that moved by less than this part of the image's diagonal (RMS) from one frame to another show the same.
constexpr double kSameView = 0.005;
/// Of a frame that is like the others to look so.
constexpr double kChance = 1e-4;

/// Whether a mean square of so many degrees of freedom is too large for chance where the others' root is 1.
bool beyond_chance(double ratio, double freedom) {
  if (freedom < 1) return false;
  const ChiSquared distribution(freedom);
  return boost::math::cdf(boost::math::complement(distribution, ratio * ratio * freedom)) < kChance;
}

void find_duplicates(const Calibration& calibration, std::vector<FrameSuspicion>* suspicions) {
  std::vector<const Frame*> frames;
  for (const FrameFit& frame : calibration.frames) frames.push_back(&calibration.observations->frames[frame.index]);
  const ImageSize size = calibration.observations->image_size;
  const std::vector<std::optional<std::size_t>> same = same_views(
      frames, calibration.observations->target.points.size(), kSameView * std::hypot(size.width, size.height));
  for (std::size_t j = 0; j < same.size(); ++j) {
    if (same[j]) (*suspicions)[j].near_duplicate = calibration.frames[*same[j]].name;
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

#pragma once

#include <string>
#include <vector>

#include "fiducia/io/drawing.h"

namespace fiducia {

/// A camera's mapping or a pair's rows, px.
struct RigSummaryFigure {
  std::string name;  ///< "left", "rows of left and right"
  double total_px = 0;
  double random_px = 0;
  double systematic_px = 0;
  double bound95_px = 0;
  bool is_lower_bound = false;  ///< so much of its residuals stays unexplained that it is at least so wrong
  bool bound_holds = true;      ///< false: part of the residuals stays unexplained, which the bound does not cover
};

/// What a rig is used for: a line of words each.
struct RigSummaryPair {
  std::string name;  ///< "left and right"
  std::vector<std::string> lines = {};
};

/// What the one-page summary of a rig says; sentences as the program prints them.
struct RigSummaryContent {
  std::string title;
  std::string facts;      ///< cameras, instants, date: one line
  std::string judgement;  ///< good, usable or bad
  std::vector<std::string> reasons = {};
  std::vector<std::string> causes = {};
  std::string next;
  double tolerance_px = 1;
  bool is_one_rig = true;  ///< bounds presume that
  std::vector<RigSummaryFigure> figures = {};
  std::vector<RigSummaryPair> pairs = {};
};

/// One page to put into a ticket or a README: the verdict, the error of every camera and of the rows of every pair as a
/// bar against the tolerance, why, what to do; beside it baselines, angles and triangulated points with their bounds.
[[nodiscard]] Drawing rig_summary_drawing(const RigSummaryContent& content);

}  // namespace fiducia

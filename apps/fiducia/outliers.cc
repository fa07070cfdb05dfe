#include "apps/fiducia/outliers.h"

#include <CLI/CLI.hpp>

#include "fiducia/core/words.h"

namespace fiducia {

void add_outliers_option(CLI::App& command, double& sigmas) {
  command
      .add_option("--outliers", sigmas,
                  "Leave out corners that stand off from their neighbours by more than so many standard deviations; 0 "
                  "keeps all")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
}

void note_left_out_corners(const std::vector<LeftOutCorner>& left_out, std::vector<std::string>* warnings) {
  if (left_out.empty()) return;
  std::vector<std::string> names;
  for (const LeftOutCorner& corner : left_out) names.push_back(corner.frame + " #" + std::to_string(corner.id));
  warnings->push_back(std::to_string(left_out.size()) + (left_out.size() > 1 ? " corners were" : " corner was") +
                      " left out: " + some_of(names) + " (" + (left_out.size() > 1 ? "the first: " : "") +
                      left_out.front().reason + ")");
}

}  // namespace fiducia

// The tables of docs/detect.md: how far the corners that are found are from where they are.

#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "benchmarks/detectors/accuracy.h"
#include "benchmarks/detectors/wide_lens.h"

namespace fiducia::bench {
namespace {

/// The usual conditions, and each of them changed in turn.
std::vector<DetectorCase> cases(const Target& target, double usual_px, const std::vector<double>& squares_px) {
  DetectorCase usual;
  usual.target = target;
  usual.square_px = usual_px;
  std::vector<DetectorCase> all = {usual};
  const auto add = [&](auto change) {
    DetectorCase changed = usual;
    change(changed);
    all.push_back(changed);
  };
  for (const double px : squares_px) add([&](DetectorCase& c) { c.square_px = px; });
  for (const double px : {0.5, 1.0, 1.5}) add([&](DetectorCase& c) { c.psf_px = px; });
  for (const double part : {0.0, 0.03}) add([&](DetectorCase& c) { c.noise = part; });
  for (const double degrees : {0.0, 30.0, 45.0, 60.0}) {
    add([&](DetectorCase& c) { c.least_tilt_deg = c.most_tilt_deg = degrees; });
  }
  return all;
}

void print_table(const std::string& title, const std::vector<DetectorCase>& all) {
  fmt::print("\n{}\n\n", title);
  fmt::print("| side px | blur px | noise | tilt | RMS px | mean x, y px | worst px | images | corners |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|\n");
  for (const DetectorCase& c : all) {
    const DetectorAccuracy a = detector_accuracy(c);
    const std::string tilt = c.least_tilt_deg == c.most_tilt_deg
                                 ? fmt::format("{:g}", c.most_tilt_deg)
                                 : fmt::format("{:g} to {:g}", c.least_tilt_deg, c.most_tilt_deg);
    fmt::print("| {:g} | {:g} | {:g}% | {} | {:.4f} | {:+.4f}, {:+.4f} | {:.3f} | {}/{} | {:.1f}% |\n", c.square_px,
               c.psf_px, 100 * c.noise, tilt, a.rms_px, a.mean_x_px, a.mean_y_px, a.worst_px, a.found_pictures,
               a.pictures, 100.0 * a.found_corners / a.corners);
    std::fflush(stdout);
  }
}

void print_wide_lenses() {
  fmt::print("\nBoards that fill the image of a fisheye lens\n\n");
  fmt::print(
      "| board | degrees | false markers | images | corners | RMS px | worst px |\n|---|---|---|---|---|---|---|\n");
  for (const Target& target : {Target::charuco(31, 16, 0.03, 0.0225, "DICT_5X5_250"),
                               Target::tag_grid(12, 8, 0.03, 0.3), Target::chessboard(15, 10, 0.03)}) {
    const bool whole = target.kind == TargetKind::kChessboard;
    for (const double degrees : {100.0, 130.0, 160.0, 185.0}) {
      for (const int false_markers : {0, 8}) {
        if (whole && false_markers > 0) continue;  // it has none
        const DetectorAccuracy a = wide_lens_accuracy(
            {.target = target, .field_deg = degrees, .whole_board = whole, .false_markers = false_markers});
        fmt::print("| {} | {:g} | {} | {}/{} | {:.1f}% | {:.4f} | {:.3f} |\n", target_spec(target), degrees,
                   false_markers, a.found_pictures, a.pictures, 100.0 * a.found_corners / a.corners, a.rms_px,
                   a.worst_px);
        std::fflush(stdout);
      }
    }
  }
}

void print_all() {
  print_table("Chessboard of 9 x 6 inner corners", cases(Target::chessboard(9, 6, 0.03), 30, {12, 20, 60, 120}));
  print_table("ChArUco board of 9 x 7 squares, DICT_5X5_100, markers 3/4 of a square",
              cases(Target::charuco(9, 7, 0.03, 0.0225, "DICT_5X5_100"), 40, {20, 30, 60, 120}));
  print_table("Kalibr's grid of 6 x 6 tags, gaps 0.3 of a tag",
              cases(Target::tag_grid(6, 6, 0.03, 0.3), 50, {30, 80, 120}));
  print_wide_lenses();
}

}  // namespace
}  // namespace fiducia::bench

int main(int count, char** arguments) {
  try {
    if (count > 1 && std::string(arguments[1]) == "--wide") {
      fiducia::bench::print_wide_lenses();
    } else {
      fiducia::bench::print_all();
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "fiducia_detector_accuracy: {}\n", error.what());
    return 1;
  }
}

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/io/formats/kalibr_files.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

constexpr int kMostPerSideOfTarget = 1000;

int side(const TreeDocument& document, std::string_view key) {
  return document.integer(document.member(document.root(), key), 1, kMostPerSideOfTarget);
}

double length(const TreeDocument& document, std::string_view key) {
  const Tree& value = document.member(document.root(), key);
  const double result = document.number(value);
  if (!(result > 0)) document.fail(value, "must be above 0");
  return result;
}

}  // namespace

bool is_kalibr_target(const Tree& root) { return root.find("target_type") != nullptr; }

Target read_kalibr_target(std::string_view text, const std::string& file_name) {
  const TreeDocument document = parse_yaml(text, file_name);
  const Tree& type = document.member(document.root(), "target_type");
  const std::string& name = document.string(type);
  try {
    if (name == "aprilgrid") {
      return Target::tag_grid(side(document, "tagCols"), side(document, "tagRows"), length(document, "tagSize"),
                              length(document, "tagSpacing"));
    }
    if (name == "checkerboard") {
      const double spacing = length(document, "colSpacingMeters");
      const Tree& other = document.member(document.root(), "rowSpacingMeters");
      if (document.number(other) != spacing) {
        document.fail(other, "differs from colSpacingMeters; only boards of squares are understood");
      }
      return Target::chessboard(side(document, "targetCols"), side(document, "targetRows"), spacing);
    }
    if (name == "circlegrid") {
      const double spacing = length(document, "spacingMeters");
      const Tree* staggered = document.optional_member(document.root(), "asymmetricGrid");
      const bool is_staggered = staggered != nullptr && (staggered->text == "True" || staggered->text == "true");
      const int columns = side(document, "targetCols");
      const int rows = side(document, "targetRows");
      return is_staggered ? Target::staggered_circles(columns, rows, spacing, kUsualDotDiameter * spacing)
                          : Target::circles(columns, rows, spacing, kUsualDotDiameter * spacing);
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kBadFile) throw;
    throw Error(ErrorCode::kBadFile, file_name + ": " + error.what());
  }
  document.fail(type, "is '" + name + "'; what is understood: aprilgrid, checkerboard and circlegrid");
}

}  // namespace fiducia

#include <cctype>
#include <charconv>
#include <string>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/core/nearest_word.h"
#include "fiducia/data/target.h"

namespace fiducia {
namespace {

[[noreturn]] void refuse_spec(std::string_view spec, const std::string& why) {
  throw Error(ErrorCode::kBadOption, "target '" + std::string(spec) + "': " + why +
                                         (why.ends_with('?') ? " Expected is " : "; expected ") + target_forms());
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

template <class Number>
Number number(std::string_view spec, std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    refuse_spec(spec, "'" + std::string(text) + "' is not a number");
  }
  return value;
}

/// As OpenCV names them: "4x4_50" and "dict_4x4_50" are DICT_4X4_50, "apriltag_36H11" is DICT_APRILTAG_36h11.
std::string dictionary_name(std::string_view text) {
  std::string name(text);
  if (name.empty()) return name;
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (!name.starts_with("DICT_")) name = "DICT_" + name;
  if (name.starts_with("DICT_APRILTAG")) {
    for (std::size_t i = std::string_view("DICT_APRILTAG").size(); i < name.size(); ++i) {
      if (name[i] == 'H') name[i] = 'h';
    }
  }
  return name;
}

std::string shortest_number(double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

/// How many parts a SPEC of this kind has between colons, at least and at most; 0: there is no such kind.
struct Parts {
  std::size_t least = 0;
  std::size_t most = 0;
};
std::vector<std::string> kinds() { return {"chessboard", "charuco", "aprilgrid", "circles", "acircles"}; }

Parts parts_of(std::string_view kind) {
  if (kind == "chessboard") return {3, 3};
  if (kind == "charuco") return {5, 5};
  if (kind == "aprilgrid") return {4, 4};
  if (kind == "circles" || kind == "acircles") return {3, 4};
  return {};
}

}  // namespace

std::string target_forms() {
  return "chessboard:COLSxROWS:SPACING (inner corners, metres), charuco:COLSxROWS:SQUARE:MARKER:DICT (squares), "
         "aprilgrid:COLSxROWS:TAG:SPACING_RATIO (tags), circles:COLSxROWS:SPACING[:DIAMETER] or "
         "acircles:COLSxROWS:SPACING[:DIAMETER] (every second row shifted by SPACING, which is also the distance of "
         "the rows)";
}

Target parse_target(std::string_view spec) {
  const std::vector<std::string_view> parts = split(spec, ':');
  const std::string_view kind = parts[0];
  const Parts expected = parts_of(kind);
  if (expected.most == 0)
    refuse_spec(spec, "'" + std::string(kind) + "' is not a kind of target" + did_you_mean(kind, kinds()));
  if (parts.size() < expected.least || parts.size() > expected.most) {
    refuse_spec(spec, "it has " + std::to_string(parts.size()) + " parts between colons, not " +
                          std::to_string(expected.least) +
                          (expected.most > expected.least ? " or " + std::to_string(expected.most) : std::string()));
  }
  const std::vector<std::string_view> grid = split(parts[1], 'x');
  if (grid.size() != 2) refuse_spec(spec, "'" + std::string(parts[1]) + "' is not COLSxROWS");
  const int columns = number<int>(spec, grid[0]);
  const int rows = number<int>(spec, grid[1]);
  const auto length = [&](std::size_t i) { return number<double>(spec, parts[i]); };
  try {
    if (kind == "chessboard") return Target::chessboard(columns, rows, length(2));
    if (kind == "charuco") return Target::charuco(columns, rows, length(2), length(3), dictionary_name(parts[4]));
    if (kind == "aprilgrid") return Target::tag_grid(columns, rows, length(2), length(3));
    const double diameter = parts.size() > 3 ? length(3) : kUsualDotDiameter * length(2);
    return kind == "circles" ? Target::circles(columns, rows, length(2), diameter)
                             : Target::staggered_circles(columns, rows, length(2), diameter);
  } catch (const Error& error) {
    throw Error(error.code(), "'" + std::string(spec) + "': " + error.what());
  }
}

std::string target_spec(const Target& target) {
  const std::string grid = std::to_string(target.columns) + "x" + std::to_string(target.rows) + ":";
  switch (target.kind) {
    case TargetKind::kChessboard: return "chessboard:" + grid + shortest_number(target.spacing_m);
    case TargetKind::kCharuco:
      return "charuco:" + grid + shortest_number(target.spacing_m) + ":" + shortest_number(target.marker_m) + ":" +
             target.dictionary;
    case TargetKind::kTagGrid:
      return "aprilgrid:" + grid + shortest_number(target.spacing_m) + ":" + shortest_number(target.tag_gap_ratio);
    case TargetKind::kCircles:
    case TargetKind::kStaggered:
      return (target.kind == TargetKind::kCircles ? "circles:" : "acircles:") + grid +
             shortest_number(target.spacing_m) + ":" + shortest_number(target.diameter_m);
    case TargetKind::kPoints: break;
  }
  return {};
}

}  // namespace fiducia

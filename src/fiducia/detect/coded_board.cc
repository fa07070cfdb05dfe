#include "fiducia/detect/coded_board.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "fiducia/detect/aruco_dictionary.h"
#include "fiducia/detect/charuco_layout.h"
#include "fiducia/detect/read_tags.h"
#include "fiducia/detect/scaled_search.h"
#include "fiducia/detect/seen_quads.h"
#include "fiducia/detect/unread_tags.h"

namespace fiducia {
namespace {

constexpr int kMostColumns = 40;
constexpr std::size_t kFewestMarkers = 6;

/// The quads with their places on a board of so many columns; without those that have none.
using Placing = std::function<std::vector<SeenQuad>(int columns)>;

struct ColumnFit {
  int columns = 0;
  std::size_t agreeing = 0;
  std::vector<SeenQuad> quads;
};

/// The number of columns with which most quads agree with their neighbours, where that is told from all others.
std::optional<ColumnFit> best_columns(const Placing& placing, std::size_t read) {
  ColumnFit best;
  std::size_t second = 0;
  for (int columns = 1; columns <= kMostColumns; ++columns) {
    const std::vector<SeenQuad> placed = placing(columns);
    if (placed.empty()) continue;
    std::vector<SeenQuad> agreeing = consistent_quads(placed);
    if (agreeing.size() > best.agreeing) {
      second = best.agreeing;
      best = {columns, agreeing.size(), std::move(agreeing)};
    } else {
      second = std::max(second, agreeing.size());
    }
  }
  const bool clear = best.agreeing >= kFewestMarkers && 10 * best.agreeing >= 7 * read && second < best.agreeing;
  return clear ? std::optional(std::move(best)) : std::nullopt;
}

int largest_id(const std::vector<SeenQuad>& quads) {
  int largest = 0;
  for (const SeenQuad& quad : quads) largest = std::max(largest, quad.id);
  return largest;
}

std::vector<SeenQuad> tags_on(const std::vector<SeenQuad>& tags, int columns, double gap_ratio) {
  std::vector<SeenQuad> placed = tags;
  const Target grid = Target::tag_grid(columns, largest_id(tags) / columns + 1, 1, gap_ratio);
  for (SeenQuad& quad : placed) quad.board = tag_on_board(grid, quad.id);
  return placed;
}

/// The squares of a board's markers, row after row. first_row_odd: the first row's markers are in its odd columns.
std::vector<SeenQuad> markers_on(const std::vector<SeenMarker>& markers, int columns, bool first_row_odd) {
  if (columns < 3) return {};
  constexpr double kLow = 0.15;  // of a marker of 70% of its square
  std::vector<Square> squares;
  const int most =
      std::max_element(markers.begin(), markers.end(), [](const auto& a, const auto& b) { return a.id < b.id; })->id;
  for (int row = 0; static_cast<int>(squares.size()) <= most; ++row) {
    for (int column = ((row % 2 == 0) == first_row_odd) ? 1 : 0; column < columns; column += 2) {
      squares.push_back({column, row});
    }
  }
  std::vector<SeenQuad> quads;
  for (const SeenMarker& marker : markers) {
    const Square& square = squares[static_cast<std::size_t>(marker.id)];
    const Vector2 origin(square.column, square.row);
    SeenQuad quad{marker.id,
                  {origin + Vector2(kLow, kLow), origin + Vector2(1 - kLow, kLow), origin + Vector2(1 - kLow, 1 - kLow),
                   origin + Vector2(kLow, 1 - kLow)},
                  {}};
    for (std::size_t i = 0; i < 4; ++i) quad.pixel[i] = Vector2(marker.corners[i].x, marker.corners[i].y);
    quads.push_back(quad);
  }
  return quads;
}

int last_row(const std::vector<SeenQuad>& quads) {
  int last = 0;
  for (const SeenQuad& quad : quads) last = std::max(last, static_cast<int>(quad.board[0].y()));
  return last;
}

/// The smallest dictionary of a family that has so many markers: "DICT_5X5" and 24 give "DICT_5X5_50".
std::string dictionary_of(const std::string& family, int markers) {
  for (const std::string& name : aruco_dictionary_names()) {
    if (!name.starts_with(family + "_")) continue;
    if (std::stoi(name.substr(family.size() + 1)) >= markers) return name;
  }
  return family;
}

}  // namespace

void CodedBoardSearch::look_at(const cv::Mat& gray) {
  const cv::Mat small = scaled_to(gray, 4e6).gray;
  const std::vector<SeenQuad> tags = tags_in(small);
  const double gap_ratio = asked_.kind == TargetKind::kTagGrid ? asked_.tag_gap_ratio : 0.3;
  const std::optional<ColumnFit> grid =
      tags.size() < kFewestMarkers
          ? std::nullopt
          : best_columns([&](int columns) { return tags_on(tags, columns, gap_ratio); }, tags.size());
  const auto vote = [&](Seen seen, int rows, int markers) {
    Votes& votes = votes_[std::move(seen)];
    ++votes.images;
    votes.rows = std::max(votes.rows, rows);
    votes.markers = std::max(votes.markers, markers);
  };
  if (grid) {
    const int largest = largest_id(grid->quads);
    vote({true, grid->columns, {}}, largest / grid->columns + 1, largest + 1);
    return;
  }
  std::string family;
  std::vector<SeenMarker> markers;
  for (const char* name : {"DICT_4X4", "DICT_5X5", "DICT_6X6", "DICT_7X7"}) {
    std::vector<SeenMarker> found = find_aruco_markers(small, std::string(name) + "_1000");
    if (found.size() <= markers.size()) continue;
    markers = std::move(found);
    family = name;
  }
  if (markers.size() < kFewestMarkers) return;
  for (const bool first_row_odd : {true, false}) {
    const std::optional<ColumnFit> board =
        best_columns([&](int columns) { return markers_on(markers, columns, first_row_odd); }, markers.size());
    if (!board) continue;
    vote({false, board->columns, family}, last_row(board->quads) + 1, largest_id(board->quads) + 1);
    return;
  }
}

std::optional<std::string> CodedBoardSearch::spec() const {
  const auto most = std::max_element(votes_.begin(), votes_.end(),
                                     [](const auto& a, const auto& b) { return a.second.images < b.second.images; });
  if (most == votes_.end()) return std::nullopt;
  const auto& [seen, votes] = *most;
  const bool same_kind = asked_.kind == (seen.tags ? TargetKind::kTagGrid : TargetKind::kCharuco);
  const bool same_family = seen.tags || asked_.dictionary.starts_with(seen.family + "_");
  if (same_kind && same_family && asked_.columns == seen.columns && asked_.rows >= votes.rows) return std::nullopt;
  const std::string size = std::to_string(seen.columns) + "x" + std::to_string(votes.rows);
  if (seen.tags) return "aprilgrid:" + size + ":TAG:SPACING_RATIO";
  return "charuco:" + size + ":SQUARE:MARKER:" + dictionary_of(seen.family, votes.markers);
}

}  // namespace fiducia

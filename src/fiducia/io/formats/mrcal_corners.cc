#include "fiducia/io/formats/mrcal_corners.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "fiducia/core/error.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr double kHighestLevel = 30;

/// The columns of the file, by its header.
struct Columns {
  std::size_t filename = 0;
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t weight = 0;  // or level; 0: there is none
  bool is_level = false;
  std::size_t count = 0;
};

/// "# filename x y level" -> its words.
std::vector<std::string_view> legend_words(std::string_view line) {
  std::vector<std::string_view> words = words_of(line);
  if (!words.empty() && words.front() == "#") {
    words.erase(words.begin());
  } else if (!words.empty() && words.front().starts_with('#')) {
    words.front().remove_prefix(1);
  }
  return words;
}

std::optional<Columns> columns_of(std::string_view line) {
  const std::vector<std::string_view> words = legend_words(line);
  const auto column = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), name) - words.begin());
  };
  Columns columns{column("filename"), column("x"), column("y")};
  columns.count = words.size();
  if (columns.filename == words.size() || columns.x == words.size() || columns.y == words.size()) return std::nullopt;
  columns.is_level = column("level") != words.size();
  const std::size_t weight = column(columns.is_level ? "level" : "weight");
  columns.weight = weight == words.size() ? 0 : weight;
  return columns;
}

class VnlReader {
 public:
  VnlReader(std::string_view text, std::string file_name) : rest_(text), file_name_(std::move(file_name)) {}

  /// Passes over comments before the legend.
  Columns read_legend() {
    for (std::string_view line; next_line(&line);) {
      if (line.empty() || line.starts_with("##") || line == "#") continue;
      if (!line.starts_with('#')) break;
      if (const std::optional<Columns> columns = columns_of(line)) return *columns;
    }
    fail("the first line must be '# filename x y level' or '# filename x y weight'");
  }

  bool next_line(std::string_view* line) {
    if (!fiducia::next_line(&rest_, line)) return false;
    ++line_;
    return true;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(ErrorCode::kBadFile, file_name_ + ":" + std::to_string(line_) + ": " + message);
  }

  [[nodiscard]] double number(std::string_view word, const char* what) const {
    const std::optional<double> value = number_in(word);
    if (!value || !std::isfinite(*value))
      fail(std::string(what) + " must be a finite number or -, not " + excerpt(word));
    return *value;
  }

 private:
  std::string_view rest_;
  std::string file_name_;
  int line_ = 0;
};

/// The weight of a row; 0 for a corner that was not seen.
double weight_of(const VnlReader& reader, const Columns& columns, const std::vector<std::string_view>& words) {
  if (words[columns.x] == "-" || words[columns.y] == "-") return 0;
  if (columns.weight == 0) return 1;
  const std::string_view word = words[columns.weight];
  if (word == "-") return columns.is_level ? 1 : 0;
  const double value = reader.number(word, columns.is_level ? "level" : "weight");
  if (value < 0) return 0;  // mrcal's sign for a corner to pass over
  if (!columns.is_level) return value;
  if (value > kHighestLevel || value != std::floor(value)) reader.fail("level must be a whole number from 0 to 30");
  return std::exp2(-value);
}

struct BoardRows {
  Frame frame;
  std::size_t rows = 0;
};

}  // namespace

bool is_mrcal_corners(std::string_view text) {
  for (std::string_view line; fiducia::next_line(&text, &line);) {
    if (line.empty()) continue;
    if (!line.starts_with('#')) return false;
    if (!line.starts_with("##") && columns_of(line)) return true;
  }
  return false;
}

ReadObservations read_mrcal_corners(std::string_view text, const std::string& file_name, const ReadOptions& options) {
  VnlReader reader(text, file_name);
  const Columns columns = reader.read_legend();
  const auto require = [&](bool given, const char* what) {
    if (!given) throw Error(ErrorCode::kBadOption, file_name + ": a corners.vnl does not say " + what);
  };
  require(options.target.has_value(), "what board it shows; give --target chessboard:COLSxROWS:SPACING");
  const std::optional<ImageSize> size = options.image_size ? options.image_size : options.presumed_image_size;
  require(size.has_value(), "how large the images are; give --image-size WxH");
  const std::size_t corners = options.target->points.size();

  std::vector<BoardRows> boards;
  std::unordered_map<std::string, std::size_t> by_name;
  for (std::string_view line; reader.next_line(&line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string_view> words = words_of(line);
    if (words.size() != columns.count) {
      reader.fail("the row has " + std::to_string(words.size()) + " fields, not the " + std::to_string(columns.count) +
                  " of the header");
    }
    const std::string_view name = words[columns.filename];
    const auto [found, is_new] = by_name.try_emplace(std::string(name), boards.size());
    if (is_new) {
      if (!is_utf8(name)) reader.fail("the image name " + excerpt(name) + " is not UTF-8 text; save the file as UTF-8");
      boards.push_back({.frame = {std::string(name), {}}});
    }
    BoardRows& board = boards[found->second];
    if (board.rows == corners) {
      reader.fail("image " + excerpt(name) + " has more than the " + std::to_string(corners) + " corners of target " +
                  target_spec(*options.target));
    }
    const double weight = weight_of(reader, columns, words);
    if (weight > 0) {
      const Vector2 pixel(reader.number(words[columns.x], "x"), reader.number(words[columns.y], "y"));
      board.frame.corners.push_back({static_cast<int>(board.rows), pixel, weight});
    }
    ++board.rows;
  }
  ReadObservations result;
  result.observations.image_size = *size;
  result.observations.target = *options.target;
  for (BoardRows& board : boards) {
    if (board.frame.corners.empty()) {  // one row of dashes stands for an image without a board
      result.left_out.push_back({board.frame.name, "no corner was seen in it"});
      continue;
    }
    if (board.rows != corners) {
      throw Error(ErrorCode::kBadFile, file_name + ": image " + excerpt(board.frame.name) + " has " +
                                           std::to_string(board.rows) + " rows, but target " +
                                           target_spec(*options.target) + " has " + std::to_string(corners) +
                                           " corners; a row stands for each, seen or not");
    }
    result.observations.frames.push_back(std::move(board.frame));
  }
  return result;
}

}  // namespace fiducia

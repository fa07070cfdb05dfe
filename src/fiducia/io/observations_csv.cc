#include "fiducia/io/observations_csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "fiducia/core/error.h"
#include "fiducia/io/csv_rows.h"
#include "fiducia/io/match_target.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr std::array<std::string_view, 8> kColumns = {"image",   "corner_id", "board_x", "board_y",
                                                      "board_z", "u",         "v",       "weight"};
constexpr std::size_t kWeight = 7;  // the column that may be missing
constexpr std::string_view kHeader = "image,corner_id,board_x,board_y,board_z,u,v";
constexpr int kHighestId = 1'000'000;  // beyond it an id is a slip, and would take the memory with it
constexpr double kSamePlace_m = 1e-9;  // two rows may round the same corner differently

/// How many columns there are.
std::size_t read_header(CsvRows& rows, const std::string& file_name) {
  if (!rows.next()) {
    throw Error(ErrorCode::kBadFile, file_name + ":1: the file is empty; an observations file begins with the header " +
                                         std::string(kHeader));
  }
  const std::vector<std::string_view>& fields = rows.fields();
  const bool known = fields.size() <= kColumns.size() &&
                     std::equal(fields.begin(), fields.end(), kColumns.begin(),
                                [](std::string_view name, std::string_view column) { return trimmed(name) == column; });
  if (!known || fields.size() < kWeight) {
    std::string found;
    for (const std::string_view field : fields) found += (found.empty() ? "" : ",") + std::string(field);
    rows.fail("not an observations file: the first line must be " + std::string(kHeader) +
              " (and then ,weight or nothing), not " + excerpt(found));
  }
  return fields.size();
}

/// The rows of the file as they are read, with the lines that messages need.
class Collector {
 public:
  Collector(CsvRows& rows, std::size_t columns, const std::optional<Target>& target)
      : rows_(rows),
        columns_(columns),
        highest_id_(target ? static_cast<int>(target->points.size()) - 1 : kHighestId),
        target_name_(target ? target_spec(*target) : "") {}

  void read_rows() {
    while (rows_.next()) {
      const std::vector<std::string_view>& fields = rows_.fields();
      if (fields.size() != columns_) {
        rows_.fail("the row has " + std::to_string(fields.size()) + " fields, not the " + std::to_string(columns_) +
                   " of the header (" + std::string(kHeader) + (columns_ > kWeight ? ",weight)" : ")"));
      }
      const std::size_t frame = frame_named(fields[0]);
      const int id = corner_id();
      note_board_point(id, Vector3(number(2), number(3), number(4)));
      frames[frame].corners.push_back({id, Vector2(number(5), number(6)), columns_ > kWeight ? weight() : 1});
      lines_[frame].push_back(rows_.line());
    }
    refuse_duplicates();
  }

  std::vector<Frame> frames;
  std::vector<Vector3> points;  // NaN: not seen

 private:
  std::size_t frame_named(std::string_view name) {
    if (!frames.empty() && frames[last_frame_].name == name) return last_frame_;
    const auto [found, is_new] = frame_index_.try_emplace(std::string(name), frames.size());
    if (is_new) {
      if (name.empty()) rows_.fail("the image has no name; every image needs one");
      if (!is_utf8(name)) rows_.fail("the image name " + excerpt(name) + " is not UTF-8 text; save the file as UTF-8");
      frames.push_back({std::string(name), {}});
      lines_.emplace_back();
    }
    return last_frame_ = found->second;
  }

  int corner_id() const {
    const std::string_view text = trimmed(rows_.fields()[1]);
    int id = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    const bool whole = end == text.data() + text.size() && !text.empty();
    if (!whole || error == std::errc::invalid_argument) {
      rows_.fail("corner_id must be a whole number (row x columns + column), not " + excerpt(text));
    }
    if (error != std::errc() || id < 0 || id > highest_id_) {
      rows_.fail("corner_id " + std::string(text) +
                 " is out of range: " + (target_name_.empty() ? "ids go" : "target " + target_name_ + " has ids") +
                 " from 0 to " + std::to_string(highest_id_) +
                 (target_name_.empty() ? "" : "; is it the right target, with columns before rows?"));
    }
    return id;
  }

  double weight() const {
    const double value = number(kWeight);
    if (!(value > 0)) {
      rows_.fail("weight must be a positive number, not " + excerpt(rows_.fields()[kWeight]) +
                 "; leave out the rows of corners that shall not count");
    }
    return value;
  }

  double number(std::size_t column) const {
    const std::string_view text = trimmed(rows_.fields()[column]);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value)) return value;
    const std::string name(kColumns[column]);
    if (text.empty()) rows_.fail(name + " is missing; leave out the rows of corners that were not seen");
    const bool parsed = end == text.data() + text.size() && error != std::errc::invalid_argument;
    rows_.fail(name + " must be a " + (parsed ? "finite " : "") + "number, not " + excerpt(text) +
               (parsed ? "; leave out the rows of corners that were not seen" : ""));
  }

  void note_board_point(int id, const Vector3& point) {
    const auto index = static_cast<std::size_t>(id);
    if (index >= points.size()) {
      points.resize(index + 1, Vector3::Constant(std::numeric_limits<double>::quiet_NaN()));
      point_lines_.resize(index + 1, 0);
    }
    if (point_lines_[index] == 0) {
      points[index] = point;
      point_lines_[index] = rows_.line();
    } else if ((points[index] - point).cwiseAbs().maxCoeff() > kSamePlace_m) {
      rows_.fail("corner_id " + std::to_string(id) + " has other board coordinates than on line " +
                 std::to_string(point_lines_[index]) + "; a corner must have the same ones in every image");
    }
  }

  void refuse_duplicates() const {
    std::vector<std::pair<int, int>> id_and_line;
    for (std::size_t j = 0; j < frames.size(); ++j) {
      id_and_line.clear();
      for (std::size_t i = 0; i < lines_[j].size(); ++i)
        id_and_line.emplace_back(frames[j].corners[i].id, lines_[j][i]);
      std::sort(id_and_line.begin(), id_and_line.end());
      const auto twice = std::adjacent_find(id_and_line.begin(), id_and_line.end(),
                                            [](const auto& a, const auto& b) { return a.first == b.first; });
      if (twice == id_and_line.end()) continue;
      rows_.fail_at((twice + 1)->second, "image " + excerpt(frames[j].name) + " has corner_id " +
                                             std::to_string(twice->first) + " on line " +
                                             std::to_string(twice->second) +
                                             " already; remove one of the two, or give each image its own name");
    }
  }

  CsvRows& rows_;
  std::size_t columns_;
  int highest_id_;
  std::string target_name_;
  std::size_t last_frame_ = 0;
  std::unordered_map<std::string, std::size_t> frame_index_;
  std::vector<std::vector<int>> lines_;  // of each frame's corners
  std::vector<int> point_lines_;         // where each point was first given; 0: not yet
};

bool any_weight(const Observations& observations) {
  const auto weighted = [](const Corner& corner) { return corner.weight != 1; };
  return std::any_of(observations.frames.begin(), observations.frames.end(), [&](const Frame& frame) {
    return std::any_of(frame.corners.begin(), frame.corners.end(), weighted);
  });
}

void append_name(const std::string& name, std::string& out) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) {
    out += name;
    return;
  }
  out += '"';
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace

ReadObservations read_observations_csv(std::string_view text, const std::string& file_name,
                                       const ReadOptions& options) {
  CsvRows rows(without_byte_order_mark(text), file_name);
  const std::size_t columns = read_header(rows, file_name);
  const std::optional<ImageSize> image_size = options.image_size ? options.image_size : options.presumed_image_size;
  if (!image_size) {
    throw Error(ErrorCode::kBadOption,
                file_name + ": a CSV file does not say how large the images are; give their size (--image-size WxH)");
  }
  Collector collector(rows, columns, options.target);
  collector.read_rows();
  if (collector.frames.empty()) {
    throw Error(ErrorCode::kBadFile, file_name + ": there are no observations below the header");
  }
  ReadObservations result;
  if (options.target) {
    const std::optional<std::string> warning = match_target(collector.points, *options.target, file_name);
    if (warning) result.warnings.push_back(*warning);
  }
  result.observations = {*image_size,
                         options.target ? *options.target : Target::from_points(std::move(collector.points)),
                         std::move(collector.frames)};
  return result;
}

std::string observations_csv(const Observations& observations) {
  const bool weighted = any_weight(observations);
  std::string out(kHeader);
  out += weighted ? ",weight\n" : "\n";
  for (const Frame& frame : observations.frames) {
    for (const Corner& corner : frame.corners) {
      const Vector3& point = observations.target.points.at(static_cast<std::size_t>(corner.id));
      append_name(frame.name, out);
      out += "," + std::to_string(corner.id);
      for (const double value : {point.x(), point.y(), point.z(), corner.pixel.x(), corner.pixel.y()}) {
        out += "," + shortest(value);
      }
      if (weighted) out += "," + shortest(corner.weight);
      out += '\n';
    }
  }
  return out;
}

}  // namespace fiducia

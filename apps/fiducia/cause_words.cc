#include "apps/fiducia/cause_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "fiducia/assess/cause_part.h"
#include "fiducia/core/words.h"

namespace fiducia {
namespace {

/// For a list of what else it could be.
std::string in_short(CauseCode code) {
  switch (code) {
    case CauseCode::kTargetBend: return "a target that bends";
    case CauseCode::kShutter:
    case CauseCode::kShutterColumns: return "a rolling shutter";
    case CauseCode::kFocus: return "focus";
    case CauseCode::kStabilisation: return "stabilisation";
    case CauseCode::kUpsideDown: return "upside down";
    case CauseCode::kMirrored: return "mirrored";
    default: return name_in_words(code);
  }
}

bool is_shutter(CauseCode code) { return code == CauseCode::kShutter || code == CauseCode::kShutterColumns; }

std::string per_cent(double part) { return fmt::format("{:.0f}%", 100 * part); }

/// What nobody expects a line about where it is not there.
bool is_blunder(CauseCode code) { return code > CauseCode::kFrames; }

/// Hardly any of the residuals, and nothing of the error: not worth a line.
bool is_trace(const ErrorCause& cause) {
  constexpr double kTrace = 0.005;
  return cause.share < kTrace && !(cause.costs_px > 0);
}

/// With its size, where that is known.
std::string described(const ErrorCause& cause) {
  return cause_in_words(cause) + (std::isnan(cause.size) ? "" : ": " + size_in_words(cause));
}

/// Whether the words about one, whose size the frames do not tell, name the other too.
bool stands_for(const ErrorCause& one, const ErrorCause& other) {
  return std::isnan(one.size) && std::find(one.or_else.begin(), one.or_else.end(), other.code) != one.or_else.end();
}

/// What calibration.json has of a cause, as far as words are made from it.
std::optional<ErrorCause> cause_of_file(const Json& object) {
  const auto number = [&](const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>()
                                                       : std::numeric_limits<double>::quiet_NaN();
  };
  const std::optional<CauseCode> code = cause_named(object.value("effect", ""));
  if (!code) return std::nullopt;
  ErrorCause cause{.code = *code, .tried = true, .present = true};
  cause.share = number("share");
  cause.costs_px = number("costs_px");
  cause.size = number("size");
  const std::string unit = object.value("unit", "");
  for (const std::string_view known : {"mm", "px", "%", "% gap", "frames"}) {
    if (unit == known) cause.unit = known;
  }
  cause.frames = object.value("frames", std::vector<std::string>());
  for (const std::string& other : object.value("or_else", std::vector<std::string>())) {
    if (const std::optional<CauseCode> known = cause_named(other)) cause.or_else.push_back(*known);
  }
  return cause;
}

/// In which direction, and by how much.
std::string off_by(double given, double best) { return fmt::format("{:+.3g}", given - best); }

std::string focal_length_in_words(const CameraPart& part) {
  constexpr double kPerCent = 100;
  std::vector<double> off;
  for (std::size_t i = 0; i < part.given.size(); ++i) off.push_back(kPerCent * (part.given[i] / part.best[i] - 1));
  if (off.empty()) return "the file's focal length is off";
  const double mean = 0.5 * (off.front() + off.back());
  // Two numbers where one would hide what is wrong: the aspect.
  if (std::abs(off.front() - off.back()) > 0.4 * std::abs(mean)) {
    return fmt::format("the file's focal lengths are off, fx by {:+.2g}% and fy by {:+.2g}%", off.front(), off.back());
  }
  return fmt::format("the file's focal length is {:+.2g}% off", mean);
}

std::string principal_point_in_words(const CameraPart& part) {
  if (part.given.size() != 2) return "the file's principal point is off";
  const double off = std::hypot(part.given[0] - part.best[0], part.given[1] - part.best[1]);
  const double off_swapped = std::hypot(part.given[1] - part.best[0], part.given[0] - part.best[1]);
  return fmt::format("the file's principal point is off, cx by {} px and cy by {} px{}",
                     off_by(part.given[0], part.best[0]), off_by(part.given[1], part.best[1]),
                     off_swapped < 0.1 * off ? " (are they swapped?)" : "");
}

/// What of a given camera is off.
std::string parts_in_words(const ErrorCause& cause) {
  std::vector<std::string> parts;
  for (const CameraPart& part : cause.parts) {
    if (!part.carries) continue;
    switch (part.code) {
      case CameraPartCode::kFocalLength: parts.push_back(focal_length_in_words(part)); break;
      case CameraPartCode::kPrincipalPoint: parts.push_back(principal_point_in_words(part)); break;
      case CameraPartCode::kDistortion:
        parts.emplace_back("the file's distortion is not this lens's (another lens, or meant for another model?)");
        break;
    }
  }
  if (parts.empty()) return fmt::format("the file's focal length is {:+.2g}% off", cause.size);
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string in_table(const ErrorCause& cause) {
  constexpr double kChance = 1e-3;
  if (cause.present) return described(cause);
  if (!cause.tried) return "not looked for";
  return cause.p_value < kChance ? "a trace at most" : "no sign of it";
}

}  // namespace

std::string name_in_words(CauseCode code) {
  switch (code) {
    case CauseCode::kLens: return "the lens model";
    case CauseCode::kTarget: return "the target's shape";
    case CauseCode::kTargetBend: return "the target bends, in every image differently";
    case CauseCode::kShutter: return "images are skewed one by one, as by a rolling shutter";
    case CauseCode::kShutterColumns: return "images are skewed one by one, as by a rolling shutter that reads columns";
    case CauseCode::kFocus: return "the focal length changes from image to image";
    case CauseCode::kStabilisation: return "the principal point shifts from image to image (stabilisation)";
    case CauseCode::kPupil: return "the entrance pupil moves with the angle";
    case CauseCode::kFrames: return "single images";
    case CauseCode::kOtherCamera: return "images of another camera, zoom or crop among the others";
    case CauseCode::kUpsideDown: return "images that are upside down among the others";
    case CauseCode::kMirrored: return "images that are mirrored among the others (or whose corners are numbered so)";
    case CauseCode::kTargetSize: return "the target's squares are not of the size that they are said to be";
    case CauseCode::kGivenCamera: return "the given intrinsics are not those of the camera that took these images";
  }
  return {};
}

std::string cause_in_words(const ErrorCause& cause) {
  const bool size_known = !std::isnan(cause.size);
  if (cause.or_else.empty()) {
    std::string name = name_in_words(cause.code);
    if (size_known) return name;
    if (!name.ends_with(')')) return name + " (how much, these images do not tell)";
    name.pop_back();
    return name + "; how much, these images do not tell)";
  }
  bool either_shutter = false;
  std::vector<std::string> others;
  for (const CauseCode other : cause.or_else) {
    if (is_shutter(cause.code) && is_shutter(other)) {
      either_shutter = true;
    } else if (const std::string name = in_short(other);
               std::find(others.begin(), others.end(), name) == others.end()) {
      others.push_back(name);
    }
  }
  std::string text = either_shutter ? "images are skewed one by one, as by a rolling shutter (by rows or by columns"
                                    : name_in_words(cause.code);
  const bool open = either_shutter || text.ends_with(')');  // a name with an explanation in brackets
  if (open && text.ends_with(')')) text.pop_back();
  if (!open) text += " (";
  if (!others.empty()) text += fmt::format("{}or {}", open ? "; " : "", fmt::join(others, ", "));
  return text + (size_known ? ": these images do not tell)" : ": these images do not tell which, nor how much)");
}

std::string size_in_words(const ErrorCause& cause) {
  const std::string size = in_digits(cause.size) + ' ' + std::string(cause.unit);
  switch (cause.code) {
    case CauseCode::kLens: return size + " RMS per coordinate";
    case CauseCode::kTarget: return size + " from its lowest to its highest corner";
    case CauseCode::kTargetBend: return size + " RMS";
    case CauseCode::kShutter:
    case CauseCode::kShutterColumns: return size + " of skew per image";
    case CauseCode::kFocus: return fmt::format("{:.2g}% RMS", cause.size);
    case CauseCode::kStabilisation: return size + " RMS";
    case CauseCode::kPupil: return size + " at the outermost corners";
    case CauseCode::kFrames:
    case CauseCode::kOtherCamera:
    case CauseCode::kUpsideDown:
    case CauseCode::kMirrored:
      return some_of(cause.frames) + (cause.frames.size() > 1 ? fmt::format(" ({:.0f} images)", cause.size) : "");
    case CauseCode::kTargetSize:
      return cause.unit == "% gap" ? fmt::format("the gaps between its tags are {:+.2g}% off", cause.size)
                                   : fmt::format("its columns are {:.2g}% {} than its rows", std::abs(cause.size),
                                                 cause.size > 0 ? "farther apart" : "closer together");
    case CauseCode::kGivenCamera: return parts_in_words(cause);
  }
  return {};
}

std::vector<CauseWords> causes_in_words(const std::vector<ErrorCause>& causes) {
  std::vector<CauseWords> told;
  std::vector<const ErrorCause*> firsts;  // of each line
  for (const ErrorCause& cause : causes) {
    if (!cause.present || is_trace(cause)) continue;
    const auto names_it = [&](const ErrorCause* first) { return std::isnan(cause.size) && stands_for(*first, cause); };
    const auto group = std::find_if(firsts.begin(), firsts.end(), names_it);
    if (group == firsts.end()) {
      firsts.push_back(&cause);
      told.push_back({cause.code, described(cause), cause.share, cause.costs_px});
      continue;
    }
    CauseWords& together = told[static_cast<std::size_t>(group - firsts.begin())];
    together.share += cause.share;
    together.costs_px = std::hypot(together.costs_px, cause.costs_px);
  }
  return told;
}

std::string cost_in_words(const CauseWords& cause) {
  if (!(cause.costs_px > 0)) return "but no part of the camera's error that these images show";
  const std::string_view part = part_of_error(cause.code);
  return fmt::format("{} px of the camera's {}{}error", in_digits(cause.costs_px), part, part.empty() ? "" : " ");
}

std::string causes_summary(const std::vector<ErrorCause>& causes, bool systematic) {
  std::string text;
  for (const CauseWords& cause : causes_in_words(causes)) {
    const std::string share = systematic ? per_cent(cause.share) + " of the systematic residuals, " : "";
    text += fmt::format("{:<12} {}; {}{}\n", text.empty() ? "causes" : "", cause.what, share, cost_in_words(cause));
  }
  return text;
}

Json why_of_older_file(const Json& calibration) {
  const auto list = calibration.find("causes");
  if (list == calibration.end() || !list->is_array()) return nullptr;
  std::vector<ErrorCause> causes;
  Json unknown = Json::array();
  for (const Json& object : *list) {
    if (!object.is_object() || !object.value("present", false)) continue;
    if (std::optional<ErrorCause> cause = cause_of_file(object)) {
      causes.push_back(std::move(*cause));
    } else {
      unknown.push_back({{"effect", object.value("effect", "")}, {"words", object.value("effect", "")}});
      for (const char* key : {"share", "costs_px"}) {
        if (object.contains(key) && object[key].is_number()) unknown.back()[key] = object[key];
      }
    }
  }
  Json why = why_array(causes_in_words(causes));
  for (Json& cause : unknown) why.push_back(std::move(cause));
  return why;
}

std::string causes_table(const std::vector<ErrorCause>& causes) {
  std::string text =
      fmt::format("{:<16} {:>8} {:>14} {:>10} {:>9}  {}\n", "cause", "share", "(95%)", "costs px", "p", "what it is");
  for (const ErrorCause& cause : causes) {
    if (is_blunder(cause.code) && !cause.present) continue;
    const std::string range =
        cause.present ? fmt::format("{} to {}", per_cent(cause.share_ci95[0]), per_cent(cause.share_ci95[1])) : "";
    text +=
        fmt::format("{:<16} {:>8} {:>14} {:>10} {:>9}  {}\n", to_string(cause.code),
                    cause.tried ? per_cent(cause.share) : "-", range, cause.present ? in_digits(cause.costs_px) : "-",
                    std::isnan(cause.p_value) ? "-" : fmt::format("{:.1g}", cause.p_value), in_table(cause));
  }
  return text;
}

}  // namespace fiducia

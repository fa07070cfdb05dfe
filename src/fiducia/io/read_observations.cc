#include "fiducia/io/read_observations.h"

#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/mrcal_corners.h"
#include "fiducia/io/formats/opencv_calibration.h"
#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

/// Of the texts that are no CSV: OpenCV's begin with a percent sign, a brace or an angle bracket.
bool may_be_opencv_storage(std::string_view start) {
  return start.starts_with("%YAML") || start.starts_with('<') ||
         (start.starts_with('{') && start.find("\"image_points\"") != std::string_view::npos);
}

ReadObservations read_opencv(std::string_view text, const std::string& name, const ReadOptions& options) {
  const TreeDocument document = parse_opencv_storage(text, name);
  if (!has_opencv_observations(document.root())) {
    document.fail(
        document.root(),
        "holds no image_points: a calibration without what was seen; give the images or the corners beside it");
  }
  return read_opencv_observations(document, options);
}

ReadObservations read_any(std::string_view text, const std::string& name, const ReadOptions& options) {
  const std::string_view start = trimmed(text);
  if (may_be_opencv_storage(start)) return read_opencv(text, name, options);
  if (start.starts_with('{') || start.starts_with('[')) return read_observations_json(text, name, options);
  if (is_mrcal_corners(start)) return read_mrcal_corners(text, name, options);
  return read_observations_csv(text, name, options);
}

}  // namespace

ReadObservations parse_observations(std::string_view text, const std::string& file_name, const ReadOptions& options) {
  ReadObservations result = read_any(without_byte_order_mark(text), file_name, options);
  try {
    validate(result.observations);
  } catch (const Error& error) {
    throw Error(error.code(), file_name + ": " + error.what());
  }
  return result;
}

bool carries_observations(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  const std::string_view start = trimmed(without_byte_order_mark(text));
  return may_be_opencv_storage(start) && has_opencv_observations(parse_opencv_storage(start, path.string()).root());
}

ReadObservations read_observations(const std::filesystem::path& path, const ReadOptions& options) {
  return parse_observations(read_file(path), path.string(), options);
}

}  // namespace fiducia

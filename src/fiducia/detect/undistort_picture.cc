#include "fiducia/detect/undistort_picture.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/detect/picture_header.h"
#include "fiducia/detect/undistort_files.h"
#include "fiducia/io/image_codecs.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

cv::Mat header_over(const std::vector<float>& values, ImageSize size) {
  return {size.height, size.width, CV_32F, const_cast<float*>(values.data())};  // cv::remap does not write to it
}

}  // namespace

Interpolation interpolation_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Interpolation>, 4> kNames = {{{"nearest", Interpolation::kNearest},
                                                                                 {"linear", Interpolation::kLinear},
                                                                                 {"cubic", Interpolation::kCubic},
                                                                                 {"lanczos", Interpolation::kLanczos}}};
  for (const auto& [known, interpolation] : kNames) {
    if (known == name) return interpolation;
  }
  throw Error(ErrorCode::kBadOption,
              "there is no interpolation " + excerpt(name) + "; there are nearest, linear, cubic and lanczos");
}

cv::Mat undistort_picture(const cv::Mat& source, const LookupMap& map, Interpolation interpolation) {
  constexpr std::array<int, 4> kFlags = {cv::INTER_NEAREST, cv::INTER_LINEAR, cv::INTER_CUBIC, cv::INTER_LANCZOS4};
  const cv::Mat map_x = header_over(map.x, map.size);
  cv::Mat picture;
  cv::remap(source, picture, map_x, header_over(map.y, map.size), kFlags[static_cast<std::size_t>(interpolation)],
            cv::BORDER_REPLICATE);
  picture.setTo(cv::Scalar::all(0), map_x == LookupMap::kNowhere);
  return picture;
}

cv::Mat read_whole_picture(std::string_view bytes, const std::string& file_name, ImageSize expected) {
  const auto require_size = [&](ImageSize size) {
    if (size == expected) return;
    throw Error(ErrorCode::kBadData, file_name + ": the image has " + to_string(size) + " pixels, the calibration " +
                                         to_string(expected) +
                                         "; it holds for images of its own size alone, neither cropped nor scaled");
  };
  if (const std::optional<ImageSize> size = picture_size(bytes)) require_size(*size);
  if (const std::string problem = damage(bytes); !problem.empty()) {
    throw Error(ErrorCode::kBadFile, file_name + ": " + problem);
  }
  cv::Mat picture;
  if (!bytes.empty() && bytes.size() <= std::numeric_limits<int>::max()) {
    const cv::Mat buffer(1, static_cast<int>(bytes.size()), CV_8U, const_cast<char*>(bytes.data()));
    try {
      picture = decode_image(buffer, cv::IMREAD_UNCHANGED);
    } catch (const cv::Exception&) {
      picture.release();
    }
  }
  if (picture.empty()) throw Error(ErrorCode::kBadFile, file_name + ": not an image that can be read");
  require_size({picture.cols, picture.rows});
  return picture;
}

std::string undistorted_name(const std::string& name) {
  constexpr std::array<std::string_view, 6> kKept = {".jpg", ".jpeg", ".jpe", ".tif", ".tiff", ".hdr"};
  std::filesystem::path path(name);
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool kept = std::find(kKept.begin(), kKept.end(), extension) != kKept.end();
  return path.replace_extension(kept ? extension : ".png").string();
}

std::string encode_picture(const cv::Mat& picture, const std::string& name) {
  std::vector<unsigned char> bytes;
  try {
    const std::vector<int> parameters = {cv::IMWRITE_JPEG_QUALITY, 95, cv::IMWRITE_PNG_COMPRESSION, 3};
    if (encode_image(std::filesystem::path(name).extension().string(), picture, &bytes, parameters)) {
      return {bytes.begin(), bytes.end()};
    }
  } catch (const cv::Exception&) {
    bytes.clear();
  }
  throw Error(ErrorCode::kBadFile, name + ": the image cannot be written in this format");
}

}  // namespace fiducia

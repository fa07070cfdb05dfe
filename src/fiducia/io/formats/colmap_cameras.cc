#include "fiducia/io/formats/colmap_cameras.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/io/formats/opencv_lens.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr double kFirstPixelCentre = 0.5;
constexpr int kMostPixelsAside = 1'000'000;

/// A model of COLMAP: how many numbers it has, and how many of them are focal lengths.
struct ColmapModel {
  std::string_view name;
  std::size_t focal_lengths;
  std::size_t coefficients;
  bool fisheye = false;
  std::string_view model = {};  ///< ours, where it is not OpenCV's
};

constexpr ColmapModel kColmapModels[] = {
    {"SIMPLE_PINHOLE", 1, 0},
    {"PINHOLE", 2, 0},
    {"SIMPLE_RADIAL", 1, 1},
    {"RADIAL", 1, 2},
    {"OPENCV", 2, 4},
    {"FULL_OPENCV", 2, 8},
    {"OPENCV_FISHEYE", 2, 4, true},
    {"SIMPLE_RADIAL_FISHEYE", 1, 1, true},
    {"RADIAL_FISHEYE", 1, 2, true},
    {"FOV", 2, 1, false, "fov"},
};

bool is_whole(std::string_view word) {
  return !word.empty() && word.size() < 10 &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

class ColmapReader {
 public:
  explicit ColmapReader(std::string file_name) : file_name_(std::move(file_name)) {}

  CameraFile read(std::string_view text) {
    CameraCollector cameras("colmap");
    std::set<std::string> ids;
    for (std::string_view line; next_line(&text, &line);) {
      ++line_;
      if (line.empty() || line.starts_with('#')) continue;
      const std::vector<std::string_view> words = words_of(line);
      if (words.empty()) continue;
      const std::string id(words.front());
      if (!ids.insert(id).second) fail("camera " + id + " occurs twice; leave one of them");
      cameras.add(id, {}, [&] { return read_row(words); });
    }
    if (ids.empty()) throw Error(ErrorCode::kBadFile, file_name_ + ": there is no camera in the file");
    return std::move(cameras).finish();
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(ErrorCode::kBadFile, file_name_ + ":" + std::to_string(line_) + ": " + message);
  }

  [[nodiscard]] double number(std::string_view word, const char* what) const {
    const std::optional<double> value = number_in(word);
    if (!value || !std::isfinite(*value)) fail(std::string(what) + " must be a finite number, not " + excerpt(word));
    return *value;
  }

  [[nodiscard]] int pixels(std::string_view word, const char* what) const {
    const double value = number(word, what);
    if (value < 1 || value > kMostPixelsAside || value != std::floor(value)) {
      fail(std::string(what) + " must be a whole number of pixels, not " + excerpt(word));
    }
    return static_cast<int>(value);
  }

  [[nodiscard]] const ColmapModel& model(std::string_view name) const {
    std::string known;
    for (const ColmapModel& candidate : kColmapModels) {
      if (candidate.name == name) return candidate;
      known += (known.empty() ? "" : ", ") + std::string(candidate.name);
    }
    fail("model " + excerpt(name) + " is not modelled here; what is understood: " + known);
  }

  [[nodiscard]] FileCamera read_row(const std::vector<std::string_view>& words) const {
    if (words.size() < 4 || !is_whole(words[0])) fail("a camera is CAMERA_ID MODEL WIDTH HEIGHT PARAMS...");
    const ColmapModel& known = model(words[1]);
    const ImageSize size = {pixels(words[2], "WIDTH"), pixels(words[3], "HEIGHT")};
    const std::size_t expected = known.focal_lengths + 2 + known.coefficients;
    if (words.size() != 4 + expected) {
      fail(std::string(known.name) + " has " + std::to_string(expected) + " parameters, not " +
           std::to_string(words.size() - 4));
    }
    std::vector<double> p;
    for (std::size_t i = 4; i < words.size(); ++i) p.push_back(number(words[i], "a parameter"));
    const double* rest = p.data() + known.focal_lengths;
    OpenCvLens lens{p[0],
                    known.focal_lengths == 2 ? p[1] : p[0],
                    rest[0] - kFirstPixelCentre,
                    rest[1] - kFirstPixelCentre,
                    known.fisheye,
                    {rest + 2, rest + 2 + known.coefficients}};
    if (known.fisheye) lens.coefficients = lens.padded(4);
    try {
      if (!known.fisheye && (known.coefficients == 1 || known.coefficients == 2)) {  // no model of OpenCV's
        if (!(lens.fx > 0 && lens.fy > 0)) fail("the focal length must be above 0");
        std::vector<double> theta = {lens.fx, lens.fy, lens.cx, lens.cy};
        theta.insert(theta.end(), lens.coefficients.begin(), lens.coefficients.end());
        const std::string_view radial = known.coefficients == 1 ? "radial1" : "radial2";
        return {.key = std::string(words[0]),
                .camera = Camera(make_model(known.model.empty() ? radial : known.model), theta, size)};
      }
      return {.key = std::string(words[0]), .camera = camera_with(lens, size)};
    } catch (const Error& error) {
      if (error.code() == ErrorCode::kBadFile) throw;
      fail(error.what());
    }
  }

  std::string file_name_;
  int line_ = 0;
};

std::string row_of(const std::string& id, std::string_view model, ImageSize size, const std::vector<double>& numbers) {
  std::string row =
      id + " " + std::string(model) + " " + std::to_string(size.width) + " " + std::to_string(size.height);
  for (const double number : numbers) row += " " + shortest(number);
  return row + "\n";
}

std::string row_of(const std::string& id, const Camera& camera) {
  if (camera.model().info().name == "fov") {
    const std::vector<double>& p = camera.parameters();
    return row_of(id, "FOV", camera.image_size(),
                  {p[0], p[1], p[2] + kFirstPixelCentre, p[3] + kFirstPixelCentre, p[4]});
  }
  const std::optional<OpenCvLens> lens = opencv_lens(camera);
  if (!lens || (!lens->fisheye && !lens->uses_only(8))) {
    refuse_to_express(camera, "COLMAP's cameras.txt",
                      "pinhole, radial1 to radial3, opencv4, opencv5, opencv8, fisheye and fov");
  }
  const std::string_view name = camera.model().info().name;
  const bool one = lens->fx == lens->fy;
  std::vector<double> coefficients = lens->coefficients;
  std::string model = "OPENCV_FISHEYE";
  if (name == "pinhole") {
    model = "SIMPLE_PINHOLE";
  } else if (one && name == "radial1") {
    model = "SIMPLE_RADIAL";
    coefficients.resize(1);
  } else if (one && name == "radial2") {
    model = "RADIAL";
    coefficients.resize(2);
  } else if (!lens->fisheye && lens->coefficients.size() <= 4) {
    model = "OPENCV";
  } else if (!lens->fisheye) {
    model = "FULL_OPENCV";
    coefficients = lens->padded(8);
  }
  const bool simple = model == "SIMPLE_PINHOLE" || model == "SIMPLE_RADIAL" || model == "RADIAL";
  std::vector<double> numbers = {lens->fx};
  if (!simple) numbers.push_back(lens->fy);
  numbers.push_back(lens->cx + kFirstPixelCentre);
  numbers.push_back(lens->cy + kFirstPixelCentre);
  numbers.insert(numbers.end(), coefficients.begin(), coefficients.end());
  return row_of(id, model, camera.image_size(), numbers);
}

}  // namespace

bool is_colmap_cameras(std::string_view text) {
  for (std::string_view line; next_line(&text, &line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string_view> words = words_of(line);
    return words.size() >= 4 && number_in(words[0]) && number_in(words[2]) && number_in(words[3]) &&
           std::all_of(words[1].begin(), words[1].end(),
                       [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9'); });
  }
  return false;
}

CameraFile read_colmap_cameras(std::string_view text, const std::string& file_name, const CameraFileOptions&) {
  return ColmapReader(file_name).read(text);
}

std::string colmap_cameras(const std::vector<FileCamera>& cameras) {
  // COLMAP knows cameras by numbers; those of a file of its own stay.
  const bool numbered = std::all_of(cameras.begin(), cameras.end(), [](const auto& c) { return is_whole(c.key); });
  std::string text = "# CAMERA_ID MODEL WIDTH HEIGHT PARAMS...\n";
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    text += row_of(numbered ? cameras[i].key : std::to_string(i + 1), cameras[i].camera);
  }
  return text;
}

}  // namespace fiducia

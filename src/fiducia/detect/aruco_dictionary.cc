#include "fiducia/detect/aruco_dictionary.h"

#include <algorithm>
#include <opencv2/core/version.hpp>
#include <utility>
#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 7)
#define FIDUCIA_ARUCO_IN_OBJDETECT
#include <opencv2/objdetect/aruco_detector.hpp>
#else
#include <opencv2/aruco.hpp>
#endif

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"

namespace fiducia {
namespace {

struct Named {
  const char* name;
  int value;
};

constexpr Named kDictionaries[] = {{"DICT_4X4_50", cv::aruco::DICT_4X4_50},
                                   {"DICT_4X4_100", cv::aruco::DICT_4X4_100},
                                   {"DICT_4X4_250", cv::aruco::DICT_4X4_250},
                                   {"DICT_4X4_1000", cv::aruco::DICT_4X4_1000},
                                   {"DICT_5X5_50", cv::aruco::DICT_5X5_50},
                                   {"DICT_5X5_100", cv::aruco::DICT_5X5_100},
                                   {"DICT_5X5_250", cv::aruco::DICT_5X5_250},
                                   {"DICT_5X5_1000", cv::aruco::DICT_5X5_1000},
                                   {"DICT_6X6_50", cv::aruco::DICT_6X6_50},
                                   {"DICT_6X6_100", cv::aruco::DICT_6X6_100},
                                   {"DICT_6X6_250", cv::aruco::DICT_6X6_250},
                                   {"DICT_6X6_1000", cv::aruco::DICT_6X6_1000},
                                   {"DICT_7X7_50", cv::aruco::DICT_7X7_50},
                                   {"DICT_7X7_100", cv::aruco::DICT_7X7_100},
                                   {"DICT_7X7_250", cv::aruco::DICT_7X7_250},
                                   {"DICT_7X7_1000", cv::aruco::DICT_7X7_1000},
                                   {"DICT_ARUCO_ORIGINAL", cv::aruco::DICT_ARUCO_ORIGINAL},
                                   {"DICT_APRILTAG_16h5", cv::aruco::DICT_APRILTAG_16h5},
                                   {"DICT_APRILTAG_25h9", cv::aruco::DICT_APRILTAG_25h9},
                                   {"DICT_APRILTAG_36h10", cv::aruco::DICT_APRILTAG_36h10},
                                   {"DICT_APRILTAG_36h11", cv::aruco::DICT_APRILTAG_36h11}};

cv::aruco::Dictionary dictionary_named(const std::string& name) {
  const auto* found =
      std::find_if(std::begin(kDictionaries), std::end(kDictionaries), [&](const Named& n) { return n.name == name; });
  if (found == std::end(kDictionaries)) {
    const std::vector<std::string>& names = aruco_dictionary_names();
    throw Error(ErrorCode::kBadOption,
                "there is no marker dictionary '" + name + "'; there are " + some_of(names, names.size()));
  }
#ifdef FIDUCIA_ARUCO_IN_OBJDETECT
  return cv::aruco::getPredefinedDictionary(found->value);
#else
  return *cv::aruco::getPredefinedDictionary(found->value);
#endif
}

void set_parameters(cv::aruco::DetectorParameters& parameters, const cv::Mat& gray) {
  // Twelve pixels per side; less cannot be decoded. OpenCV's own limit goes with the size of the image.
  parameters.minMarkerPerimeterRate = std::min(0.03, 48.0 / std::max(gray.cols, gray.rows));
  parameters.adaptiveThreshWinSizeMax = 43;  // for large markers in a large image
  parameters.minMarkerDistanceRate = 0.02;   // markers of a small board in a large image stand close
}

}  // namespace

const std::vector<std::string>& aruco_dictionary_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Named& named : kDictionaries) all.emplace_back(named.name);
    return all;
  }();
  return names;
}

std::vector<Marker> aruco_markers(const std::string& dictionary, int count) {
  const cv::aruco::Dictionary codes = dictionary_named(dictionary);
  if (count > codes.bytesList.rows) {
    throw Error(ErrorCode::kBadOption, "the board needs " + std::to_string(count) + " markers, " + dictionary +
                                           " has only " + std::to_string(codes.bytesList.rows) +
                                           "; check the board's size and the dictionary");
  }
  std::vector<Marker> markers;
  for (int id = 0; id < count; ++id) {
    const cv::Mat bits =
        cv::aruco::Dictionary::getBitsFromByteList(codes.bytesList.rowRange(id, id + 1), codes.markerSize);
    Marker marker;
    marker.side = codes.markerSize + 2;  // a black border of one cell
    marker.white.assign(static_cast<std::size_t>(marker.side) * static_cast<std::size_t>(marker.side), 0);
    for (int row = 0; row < bits.rows; ++row) {
      for (int column = 0; column < bits.cols; ++column) {
        marker.white[static_cast<std::size_t>((row + 1) * marker.side + column + 1)] =
            bits.at<std::uint8_t>(row, column);
      }
    }
    markers.push_back(std::move(marker));
  }
  return markers;
}

std::vector<SeenMarker> find_aruco_markers(const cv::Mat& gray, const std::string& dictionary) {
  const cv::aruco::Dictionary codes = dictionary_named(dictionary);
  std::vector<std::vector<cv::Point2f>> corners;
  std::vector<int> ids;
#ifdef FIDUCIA_ARUCO_IN_OBJDETECT
  cv::aruco::DetectorParameters parameters;
  set_parameters(parameters, gray);
  cv::aruco::ArucoDetector(codes, parameters).detectMarkers(gray, corners, ids);
#else
  const cv::Ptr<cv::aruco::DetectorParameters> parameters = cv::aruco::DetectorParameters::create();
  set_parameters(*parameters, gray);
  cv::aruco::detectMarkers(gray, cv::makePtr<cv::aruco::Dictionary>(codes), corners, ids, parameters);
#endif
  std::vector<SeenMarker> markers;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    SeenMarker marker;
    marker.id = ids[i];
    std::copy_n(corners[i].begin(), 4, marker.corners.begin());
    markers.push_back(marker);
  }
  return markers;
}

}  // namespace fiducia

#include "fiducia/io/formats/camera_labels.h"

#include <set>

#include "fiducia/core/error.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

/// Where two are called alike, the later ones get a number too.
std::vector<std::string> made_distinct(std::vector<std::string> labels) {
  std::set<std::string> taken;
  for (std::string& label : labels) {
    const std::string wanted = label;
    for (int number = 2; !taken.insert(label).second; ++number) label = wanted + "_" + std::to_string(number);
  }
  return labels;
}

std::vector<std::string> own_labels(const std::vector<FileCamera>& cameras) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    const FileCamera& camera = cameras[i];
    labels.push_back(!camera.name.empty() ? camera.name : !camera.key.empty() ? camera.key : "cam" + std::to_string(i));
  }
  return labels;
}

}  // namespace

std::vector<std::string> camera_labels(const std::vector<FileCamera>& cameras) {
  return made_distinct(own_labels(cameras));
}

std::vector<std::string> camera_file_labels(const std::vector<FileCamera>& cameras) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
  std::vector<std::string> labels = own_labels(cameras);
  for (std::string& label : labels) {
    for (char& c : label) {
      if (kPlain.find(c) == std::string_view::npos) c = '_';
    }
    if (label.front() == '.') label.front() = '_';  // no hidden file, no parent folder
  }
  return made_distinct(std::move(labels));
}

void require_poses(const std::vector<FileCamera>& cameras) {
  const std::vector<std::string> labels = camera_labels(cameras);
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    if (cameras[i].from_reference) continue;
    throw Error(ErrorCode::kBadData, "it is not known where camera " + excerpt(labels[i]) +
                                         " is, so that this is no rig; choose one camera with --camera");
  }
}

}  // namespace fiducia

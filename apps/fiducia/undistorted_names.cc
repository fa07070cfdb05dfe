#include "apps/fiducia/undistorted_names.h"

#include <algorithm>
#include <map>

#include "fiducia/detect/picture_files.h"
#include "fiducia/detect/undistort_files.h"

namespace fiducia {

namespace fs = std::filesystem;

std::vector<std::string> names_to_write(const std::vector<fs::path>& pictures) {
  std::vector<std::string> names = distinct_names(pictures);
  std::map<std::string, int> wanted;
  for (std::string& name : names) {
    std::replace(name.begin(), name.end(), '/', '_');
    ++wanted[undistorted_name(name)];
  }
  for (std::string& name : names) {
    const std::string written = undistorted_name(name);
    if (name == written) continue;
    name = wanted[written] == 1 ? written : name + fs::path(written).extension().string();
  }
  return names;
}

}  // namespace fiducia

#include "apps/fiducia/map_files.h"

#include <algorithm>
#include <span>
#include <sstream>

#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/parse.h"
#include "fiducia/core/words.h"
#include "fiducia/io/maps/remap_storage.h"
#include "fiducia/io/maps/stmap_exr.h"
#include "fiducia/io/maps/write_numpy.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

std::string map_npy(const std::vector<float>& values, ImageSize size) {
  return numpy_bytes(std::span<const float>(values),
                     {static_cast<std::size_t>(size.height), static_cast<std::size_t>(size.width)});
}

}  // namespace

std::set<std::string> map_formats(const std::string& list, const std::vector<std::string>& known) {
  std::set<std::string> formats;
  std::istringstream names(list);
  const std::string all = some_of(known, known.size());
  for (std::string name; std::getline(names, name, ',');) {
    require_option(std::find(known.begin(), known.end(), name) != known.end(),
                   "--formats: there is no format " + excerpt(name) + "; there are " + all);
    formats.insert(name);
  }
  require_option(!formats.empty(), "--formats: give at least one of " + all);
  return formats;
}

std::vector<std::string> map_file_names(const std::set<std::string>& formats) {
  std::vector<std::string> names;
  if (formats.contains("yaml")) names.emplace_back("remap.yml.gz");
  if (formats.contains("xml")) names.emplace_back("remap.xml.gz");
  if (formats.contains("npy")) {
    names.insert(names.end(), {"map_x.npy", "map_y.npy", "distort_map_x.npy", "distort_map_y.npy"});
  }
  if (formats.contains("stmap")) names.insert(names.end(), {"stmap_undistort.exr", "stmap_distort.exr"});
  if (formats.contains("grid")) names.insert(names.end(), {"unproject_grid.h", "unproject_grid.npy"});
  return names;
}

void add_map_tables(const std::set<std::string>& formats, const LookupMap& undistort, const LookupMap& distort,
                    const std::string& folder, FilesToWrite* files) {
  const auto add = [&](const char* name, const std::string& content) {
    files->add(folder + name, content);
    stop_if_interrupted();
  };
  if (formats.contains("yaml")) add("remap.yml.gz", remap_storage_gz(undistort, distort, OpenCvSyntax::kYaml));
  if (formats.contains("xml")) add("remap.xml.gz", remap_storage_gz(undistort, distort, OpenCvSyntax::kXml));
  if (formats.contains("npy")) {
    add("map_x.npy", map_npy(undistort.x, undistort.size));
    add("map_y.npy", map_npy(undistort.y, undistort.size));
    add("distort_map_x.npy", map_npy(distort.x, distort.size));
    add("distort_map_y.npy", map_npy(distort.y, distort.size));
  }
  if (formats.contains("stmap")) {
    add("stmap_undistort.exr", stmap_exr(undistort, distort.size));
    add("stmap_distort.exr", stmap_exr(distort, undistort.size));
  }
}

}  // namespace fiducia

#pragma once

#include <set>
#include <string>
#include <vector>

#include "fiducia/io/file.h"
#include "fiducia/use/lookup_map.h"

namespace fiducia {

/// What --formats can name.
inline const std::vector<std::string> kAllMapFormats = {"yaml", "xml", "npy", "stmap", "grid"};

/// NAME,NAME,... of those that there are. Throws an Error that lists them for any other.
[[nodiscard]] std::set<std::string> map_formats(const std::string& list, const std::vector<std::string>& known);

/// The names of the files, before anything takes long.
[[nodiscard]] std::vector<std::string> map_file_names(const std::set<std::string>& formats);

/// The tables in all formats but the grid, under their names with `folder` in front.
void add_map_tables(const std::set<std::string>& formats, const LookupMap& undistort, const LookupMap& distort,
                    const std::string& folder, FilesToWrite* files);

}  // namespace fiducia

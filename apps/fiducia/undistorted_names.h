#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fiducia {

/// The images' own names, with the extension of what is written. Where two would be written to one file, as a.png and
/// a.bmp would, the one that changes its extension keeps the old one too: a.bmp.png.
[[nodiscard]] std::vector<std::string> names_to_write(const std::vector<std::filesystem::path>& pictures);

}  // namespace fiducia

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fiducia {

/// By its extension.
[[nodiscard]] bool is_picture_file(const std::filesystem::path& path);

/// The order in which people count: left2 before left10.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

/// Files as they are named, folders as the images in them (not in their folders) in natural order. Throws an Error
/// for what does not exist, and for a folder without images. A file that is named twice counts once.
[[nodiscard]] std::vector<std::filesystem::path> picture_files(const std::vector<std::filesystem::path>& inputs);

/// A short name for each file that no other has: its name, with as many folders before it as that takes.
[[nodiscard]] std::vector<std::string> distinct_names(const std::vector<std::filesystem::path>& files);

}  // namespace fiducia

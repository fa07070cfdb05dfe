#include "fiducia/detect/picture_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The number that begins here, without its leading zeros.
std::string_view digits_at(std::string_view text, std::size_t& at) {
  const std::size_t start = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  std::string_view digits = text.substr(start, at - start);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

std::vector<fs::path> pictures_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    const fs::path& path = entry->path();
    if (is_picture_file(path) && !path.filename().string().starts_with('.') && entry->is_regular_file(ignored)) {
      files.push_back(path);
    }
  }
  if (error) throw Error(ErrorCode::kBadFile, folder.string() + ": cannot be read: " + error.message());
  if (files.empty() && fs::exists(folder / "observations.json", error)) {
    throw Error(ErrorCode::kBadFile, folder.string() + ": there is no image in this folder, but " +
                                         (folder / "observations.json").string() + " holds corners: name that file");
  }
  if (files.empty()) {
    throw Error(ErrorCode::kBadFile, folder.string() + ": there is no image file in this folder (png, jpg, tif, ...)");
  }
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    return natural_less(a.filename().string(), b.filename().string());
  });
  return files;
}

std::string last_parts(const fs::path& path, int count) {
  fs::path name = path.filename();
  fs::path folder = path.parent_path();
  for (int i = 1; i < count && !folder.filename().empty(); ++i) {
    name = folder.filename() / name;
    folder = folder.parent_path();
  }
  return name.string();
}

}  // namespace

bool is_picture_file(const fs::path& path) {
  constexpr std::array<std::string_view, 15> kExtensions = {".png", ".jpg", ".jpeg", ".jpe", ".bmp",
                                                            ".dib", ".tif", ".tiff", ".pgm", ".ppm",
                                                            ".pbm", ".pnm", ".webp", ".jp2", ".hdr"};
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view first = digits_at(a, i);
      const std::string_view second = digits_at(b, j);
      if (first.size() != second.size()) return first.size() < second.size();
      if (first != second) return first < second;
    } else if (a[i] != b[j]) {
      return a[i] < b[j];
    } else {
      ++i;
      ++j;
    }
  }
  if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
  return a < b;  // 01 and 1: any order, but always the same
}

std::vector<fs::path> picture_files(const std::vector<fs::path>& inputs) {
  std::vector<fs::path> files;
  for (const fs::path& input : inputs) {
    std::error_code ignored;
    if (fs::is_directory(input, ignored)) {
      const std::vector<fs::path> inside = pictures_in(input);
      files.insert(files.end(), inside.begin(), inside.end());
    } else if (!fs::exists(input, ignored)) {
      throw Error(ErrorCode::kBadFile, input.string() + ": there is no such file or folder");
    } else {
      files.push_back(input);
    }
  }
  std::set<fs::path> seen;
  std::erase_if(files, [&](const fs::path& file) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(file, error);
    return !seen.insert(error ? file : real).second;
  });
  return files;
}

std::vector<std::string> distinct_names(const std::vector<fs::path>& files) {
  std::vector<fs::path> whole;
  whole.reserve(files.size());
  for (const fs::path& file : files) whole.push_back(fs::absolute(file).lexically_normal());
  std::vector<std::string> names(files.size());
  for (int parts = 1;; ++parts) {
    std::map<std::string, int> times;
    for (std::size_t i = 0; i < files.size(); ++i) ++times[names[i] = last_parts(whole[i], parts)];
    const bool distinct = std::all_of(times.begin(), times.end(), [](const auto& name) { return name.second == 1; });
    if (distinct || parts > 64) return names;
  }
}

}  // namespace fiducia

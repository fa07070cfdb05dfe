#include "fiducia/io/maps/stmap_exr.h"

#include <bit>
#include <cstdint>
#include <string_view>

namespace fiducia {
namespace {

// The format: "OpenEXR File Layout", openexr.com. Everything is little-endian.

template <class Integer>
void put_integer(std::string* bytes, Integer value) {
  for (std::size_t i = 0; i < sizeof(Integer); ++i) {
    bytes->push_back(static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xffU));
  }
}

void put_float(std::string* bytes, float value) { put_integer(bytes, std::bit_cast<std::uint32_t>(value)); }

void put_text(std::string* bytes, std::string_view text) {
  bytes->append(text);
  bytes->push_back('\0');
}

void put_attribute(std::string* bytes, std::string_view name, std::string_view type, const std::string& value) {
  put_text(bytes, name);
  put_text(bytes, type);
  put_integer(bytes, static_cast<std::uint32_t>(value.size()));
  bytes->append(value);
}

std::string channel_list() {
  constexpr std::uint32_t kFloat = 2;
  std::string list;
  for (const char* name : {"B", "G", "R"}) {  // by the alphabet, as the format wants them
    put_text(&list, name);
    put_integer(&list, kFloat);
    put_integer(&list, std::uint32_t{0});  // linear, and three bytes reserved
    put_integer(&list, std::uint32_t{1});  // a value per column
    put_integer(&list, std::uint32_t{1});  // and per row
  }
  list.push_back('\0');
  return list;
}

std::string exr_header(ImageSize size) {
  std::string bytes;
  put_integer(&bytes, std::uint32_t{20000630});  // what an EXR file begins with
  put_integer(&bytes, std::uint32_t{2});         // version 2, rows of one part
  std::string window;
  for (const int corner : {0, 0, size.width - 1, size.height - 1})
    put_integer(&window, static_cast<std::uint32_t>(corner));
  std::string one;
  put_float(&one, 1);
  put_attribute(&bytes, "channels", "chlist", channel_list());
  put_attribute(&bytes, "compression", "compression", std::string(1, '\0'));
  put_attribute(&bytes, "dataWindow", "box2i", window);
  put_attribute(&bytes, "displayWindow", "box2i", window);
  put_attribute(&bytes, "lineOrder", "lineOrder", std::string(1, '\0'));
  put_attribute(&bytes, "pixelAspectRatio", "float", one);
  put_attribute(&bytes, "screenWindowCenter", "v2f", std::string(8, '\0'));
  put_attribute(&bytes, "screenWindowWidth", "float", one);
  bytes.push_back('\0');
  return bytes;
}

}  // namespace

std::string stmap_exr(const LookupMap& map, ImageSize other) {
  const auto width = static_cast<std::size_t>(map.size.width);
  const auto height = static_cast<std::size_t>(map.size.height);
  const std::size_t row_bytes = 3 * 4 * width;
  std::string bytes = exr_header(map.size);
  const std::size_t first = bytes.size() + 8 * height;
  bytes.reserve(first + height * (8 + row_bytes));
  for (std::size_t row = 0; row < height; ++row) {
    put_integer(&bytes, static_cast<std::uint64_t>(first + row * (8 + row_bytes)));
  }
  for (std::size_t row = 0; row < height; ++row) {
    put_integer(&bytes, static_cast<std::uint32_t>(row));
    put_integer(&bytes, static_cast<std::uint32_t>(row_bytes));
    const float* x = &map.x[row * width];
    const float* y = &map.y[row * width];
    const auto nowhere = [&](std::size_t i) { return x[i] == LookupMap::kNowhere; };
    for (std::size_t i = 0; i < width; ++i) put_float(&bytes, nowhere(i) ? 0 : 1);
    for (std::size_t i = 0; i < width; ++i) {
      put_float(&bytes, nowhere(i) ? -1 : 1 - (y[i] + 0.5F) / static_cast<float>(other.height));
    }
    for (std::size_t i = 0; i < width; ++i) {
      put_float(&bytes, nowhere(i) ? -1 : (x[i] + 0.5F) / static_cast<float>(other.width));
    }
  }
  return bytes;
}

}  // namespace fiducia

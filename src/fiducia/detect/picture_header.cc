#include "fiducia/detect/picture_header.h"

#include <array>
#include <cctype>
#include <cstdint>

namespace fiducia {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kPng = "\x89PNG\r\n\x1a\n"sv;
constexpr std::string_view kJpeg = "\xff\xd8"sv;

std::uint32_t byte_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<std::uint8_t>(bytes[at]) : 0;
}
std::uint32_t big(std::string_view bytes, std::size_t at, int length) {
  std::uint32_t value = 0;
  for (int i = 0; i < length; ++i) value = value << 8 | byte_at(bytes, at + static_cast<std::size_t>(i));
  return value;
}
std::uint32_t little(std::string_view bytes, std::size_t at, int length) {
  std::uint32_t value = 0;
  for (int i = length - 1; i >= 0; --i) value = value << 8 | byte_at(bytes, at + static_cast<std::size_t>(i));
  return value;
}

std::optional<ImageSize> sensible(std::uint32_t width, std::uint32_t height) {
  constexpr std::uint32_t kMost = 1U << 30;
  if (width == 0 || height == 0 || width > kMost || height > kMost) return std::nullopt;
  return ImageSize{static_cast<int>(width), static_cast<int>(height)};
}

std::optional<ImageSize> jpeg_size(std::string_view bytes) {
  std::size_t at = 2;
  while (at + 9 < bytes.size()) {
    if (byte_at(bytes, at) != 0xff) return std::nullopt;
    const std::uint32_t marker = byte_at(bytes, at + 1);
    if (marker == 0xff) {
      ++at;
      continue;
    }
    const bool frame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
    if (frame) return sensible(big(bytes, at + 7, 2), big(bytes, at + 5, 2));
    at += 2 + (marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 0 : big(bytes, at + 2, 2));
  }
  return std::nullopt;
}

std::optional<ImageSize> pnm_size(std::string_view bytes) {
  std::size_t at = 2;
  std::array<std::uint32_t, 2> numbers = {0, 0};
  for (std::uint32_t& number : numbers) {
    while (at < bytes.size() && (std::isspace(static_cast<unsigned char>(bytes[at])) != 0 || bytes[at] == '#')) {
      if (bytes[at] == '#') at = std::min(bytes.find('\n', at), bytes.size() - 1);
      ++at;
    }
    for (int digits = 0; digits < 9 && std::isdigit(static_cast<int>(byte_at(bytes, at))) != 0; ++digits, ++at) {
      number = 10 * number + (byte_at(bytes, at) - '0');
    }
  }
  return sensible(numbers[0], numbers[1]);
}

std::optional<ImageSize> webp_size(std::string_view bytes) {
  const std::string_view kind = bytes.substr(12, 4);
  if (kind == "VP8X") return sensible(little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1);
  if (kind == "VP8 ") return sensible(little(bytes, 26, 2) & 0x3fff, little(bytes, 28, 2) & 0x3fff);
  if (kind == "VP8L") {
    const std::uint32_t packed = little(bytes, 21, 4);
    return sensible((packed & 0x3fff) + 1, (packed >> 14 & 0x3fff) + 1);
  }
  return std::nullopt;
}

std::optional<ImageSize> tiff_size(std::string_view bytes) {
  const bool is_little = bytes[0] == 'I';
  const auto number = [&](std::size_t at, int length) {
    return is_little ? little(bytes, at, length) : big(bytes, at, length);
  };
  const std::size_t directory = number(4, 4);
  if (directory + 2 > bytes.size()) return std::nullopt;
  const std::uint32_t entries = number(directory, 2);
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  for (std::uint32_t i = 0; i < entries && directory + 2 + 12 * (i + 1) <= bytes.size(); ++i) {
    const std::size_t at = directory + 2 + 12 * i;
    const std::uint32_t value = number(at + 8, number(at + 2, 2) == 3 ? 2 : 4);
    if (number(at, 2) == 256) width = value;
    if (number(at, 2) == 257) height = value;
  }
  return sensible(width, height);
}

std::uint32_t crc32(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> entries{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = (value & 1) != 0 ? 0xedb88320U ^ (value >> 1) : value >> 1;
      entries[i] = value;
    }
    return entries;
  }();
  std::uint32_t crc = 0xffffffffU;
  for (const char c : bytes) crc = table[(crc ^ static_cast<std::uint8_t>(c)) & 0xff] ^ (crc >> 8);
  return ~crc;
}

std::string png_damage(std::string_view bytes) {
  std::size_t at = kPng.size();
  while (at + 12 <= bytes.size()) {
    const std::size_t length = big(bytes, at, 4);
    if (length > bytes.size() - at - 12) return "the file is cut short";
    const std::string_view kind = bytes.substr(at + 4, 4);
    if (crc32(bytes.substr(at + 4, length + 4)) != big(bytes, at + 8 + length, 4)) {
      return "the file is damaged: a check sum does not match";
    }
    if (kind == "IEND") return {};
    at += 12 + length;
  }
  return "the file is cut short";
}

}  // namespace

std::optional<ImageSize> picture_size(std::string_view bytes) {
  if (bytes.size() < 16) return std::nullopt;
  if (bytes.starts_with(kPng)) return sensible(big(bytes, 16, 4), big(bytes, 20, 4));
  if (bytes.starts_with(kJpeg)) return jpeg_size(bytes);
  if (bytes.starts_with("BM")) {
    const auto height = static_cast<std::int32_t>(little(bytes, 22, 4));  // negative: from the top down
    return sensible(little(bytes, 18, 4), static_cast<std::uint32_t>(height < 0 ? -std::int64_t{height} : height));
  }
  if (bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6') return pnm_size(bytes);
  if (bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP") return webp_size(bytes);
  if (bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv)) return tiff_size(bytes);
  return std::nullopt;
}

std::string damage(std::string_view bytes) {
  if (bytes.starts_with(kPng)) return png_damage(bytes);
  // Cameras may append to a JPEG, but never leave out its end.
  if (bytes.starts_with(kJpeg) && bytes.rfind("\xff\xd9"sv) == std::string_view::npos) return "the file is cut short";
  return {};
}

}  // namespace fiducia

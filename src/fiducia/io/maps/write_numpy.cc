#include "fiducia/io/maps/write_numpy.h"

#include <bit>
#include <cstdint>

namespace fiducia {
namespace {

/// Version 1.0 of the format, numpy.lib.format; the numbers begin at a multiple of 64 bytes.
std::string npy_header(const std::string& kind, const std::vector<std::size_t>& shape) {
  std::string sides;
  for (const std::size_t side : shape) sides += std::to_string(side) + ",";
  std::string words = "{'descr': '<" + kind + "', 'fortran_order': False, 'shape': (" + sides + "), }";
  constexpr std::size_t kPreamble = 10;
  while ((kPreamble + words.size() + 1) % 64 != 0) words += ' ';
  words += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += '\x01';
  bytes += '\0';
  bytes += static_cast<char>(words.size() & 0xffU);
  bytes += static_cast<char>(words.size() >> 8U);
  return bytes + words;
}

template <class Bits, class Number>
std::string npy_file(const std::string& kind, std::span<const Number> values, const std::vector<std::size_t>& shape) {
  std::string bytes = npy_header(kind, shape);
  bytes.reserve(bytes.size() + values.size_bytes());
  for (const Number value : values) {
    const auto bits = std::bit_cast<Bits>(value);
    for (std::size_t i = 0; i < sizeof(Bits); ++i) bytes += static_cast<char>((bits >> (8 * i)) & 0xffU);
  }
  return bytes;
}

}  // namespace

std::string numpy_bytes(std::span<const float> values, const std::vector<std::size_t>& shape) {
  return npy_file<std::uint32_t>("f4", values, shape);
}

std::string numpy_bytes(std::span<const double> values, const std::vector<std::size_t>& shape) {
  return npy_file<std::uint64_t>("f8", values, shape);
}

}  // namespace fiducia

#include "fiducia/io/numpy_array.h"

#include <bit>
#include <cstdint>
#include <cstring>

#include "fiducia/core/error.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

[[noreturn]] void refuse(const std::string& where, const std::string& why) {
  throw Error(ErrorCode::kBadFile, where + ": " + why);
}

/// How the numbers are stored: kind 'f', 'i', 'u' or 'b', and their bytes.
struct Stored {
  char kind = 0;
  std::size_t size = 0;
  bool swapped = false;
};

template <class Number>
double number_from(const char* bytes, bool swapped) {
  char own[sizeof(Number)];
  for (std::size_t i = 0; i < sizeof(Number); ++i) own[i] = bytes[swapped ? sizeof(Number) - 1 - i : i];
  Number value;
  std::memcpy(&value, own, sizeof(Number));
  return static_cast<double>(value);
}

double number_from(const char* bytes, const Stored& stored) {
  const auto one = [&](auto zero) { return number_from<decltype(zero)>(bytes, stored.swapped); };
  if (stored.kind == 'f') return stored.size == 4 ? one(float{}) : one(double{});
  const bool has_sign = stored.kind == 'i';
  switch (stored.size) {
    case 1: return has_sign ? one(std::int8_t{}) : one(std::uint8_t{});
    case 2: return has_sign ? one(std::int16_t{}) : one(std::uint16_t{});
    case 4: return has_sign ? one(std::int32_t{}) : one(std::uint32_t{});
    default: return has_sign ? one(std::int64_t{}) : one(std::uint64_t{});
  }
}

/// Of a description such as "<f8"; size 0: numbers of no kind that is read.
Stored stored_as(const std::string& description) {
  if (description.size() != 3) return {};
  const bool big = description[0] == '>';
  const Stored stored{description[1], static_cast<std::size_t>(description[2] - '0'),
                      big == (std::endian::native == std::endian::little)};
  const bool is_float = stored.kind == 'f' && (stored.size == 4 || stored.size == 8);
  const bool is_whole = (stored.kind == 'i' || stored.kind == 'u' || stored.kind == 'b') &&
                        (stored.size == 1 || stored.size == 2 || stored.size == 4 || stored.size == 8);
  return is_float || is_whole ? stored : Stored{};
}

/// Values in the order of Fortran, the first index fastest, in that of C.
std::vector<double> in_order_of_c(const std::vector<double>& values, const std::vector<std::size_t>& shape) {
  std::vector<double> result(values.size());
  std::vector<std::size_t> index(shape.size(), 0);
  for (double& value : result) {
    std::size_t at = 0;
    for (std::size_t axis = shape.size(); axis-- > 0;) at = at * shape[axis] + index[axis];
    value = values[at];
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis]) break;
      index[axis] = 0;
    }
  }
  return result;
}

}  // namespace

NumpyArray read_numpy_array(std::string_view bytes, const std::string& where) {
  constexpr std::size_t kPreamble = 10;
  if (!bytes.starts_with(kMagic) || bytes.size() < kPreamble) refuse(where, "is no array of NumPy");
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
  std::size_t begin = kPreamble;
  std::size_t header = byte(8) | byte(9) << 8U;
  if (byte(6) >= 2) {  // a longer header, with a longer length
    if (bytes.size() < kPreamble + 2) refuse(where, "is cut short");
    header |= byte(10) << 16U | byte(11) << 24U;
    begin += 2;
  }
  if (header > bytes.size() - begin) refuse(where, "is cut short");
  const TreeDocument document = parse_python_literal(bytes.substr(begin, header), where);
  const std::string& description = document.string(document.member(document.root(), "descr"));
  NumpyArray array;
  std::size_t count = 1;
  constexpr int kMost = 1 << 26;
  for (const Tree& side : document.list(document.member(document.root(), "shape")).items) {
    array.shape.push_back(static_cast<std::size_t>(document.integer(side, 0, kMost)));
    count *= array.shape.back();
    if (count > kMost) refuse(where, "has more values than a calibration has");
  }
  if (description.find('O') != std::string::npos) {
    array.problem = "it holds pickled Python objects, which are not read: they could run any code";
    return array;
  }
  const Stored stored = stored_as(description);
  if (stored.size == 0) {
    array.problem = "it holds no numbers of a kind that is read, but '" + description + "'";
    return array;
  }
  const std::string_view data = bytes.substr(begin + header);
  if (data.size() != count * stored.size) refuse(where, "is cut short, or longer than it says");
  for (std::size_t i = 0; i < count; ++i) array.values.push_back(number_from(&data[i * stored.size], stored));
  const Tree& order = document.member(document.root(), "fortran_order");
  if (order.text == "True") array.values = in_order_of_c(array.values, array.shape);
  return array;
}

}  // namespace fiducia

#include "fiducia/io/plain_letters.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace fiducia {
namespace {

using Letter = std::pair<std::uint32_t, std::string_view>;

/// German umlauts are written with an e where there is no other way, and so are the ligatures.
constexpr auto kLetters = std::to_array<Letter>(
    {{0xA0, " "},    {0xA9, "(c)"},   {0xAE, "(R)"}, {0xB0, " deg"},  {0xB1, "+-"},   {0xB2, "2"},    {0xB3, "3"},
     {0xB5, "u"},    {0xB7, "."},     {0xC0, "A"},   {0xC1, "A"},     {0xC2, "A"},    {0xC3, "A"},    {0xC4, "Ae"},
     {0xC5, "A"},    {0xC6, "Ae"},    {0xC7, "C"},   {0xC8, "E"},     {0xC9, "E"},    {0xCA, "E"},    {0xCB, "E"},
     {0xCC, "I"},    {0xCD, "I"},     {0xCE, "I"},   {0xCF, "I"},     {0xD0, "D"},    {0xD1, "N"},    {0xD2, "O"},
     {0xD3, "O"},    {0xD4, "O"},     {0xD5, "O"},   {0xD6, "Oe"},    {0xD7, "x"},    {0xD8, "O"},    {0xD9, "U"},
     {0xDA, "U"},    {0xDB, "U"},     {0xDC, "Ue"},  {0xDD, "Y"},     {0xDE, "Th"},   {0xDF, "ss"},   {0xE0, "a"},
     {0xE1, "a"},    {0xE2, "a"},     {0xE3, "a"},   {0xE4, "ae"},    {0xE5, "a"},    {0xE6, "ae"},   {0xE7, "c"},
     {0xE8, "e"},    {0xE9, "e"},     {0xEA, "e"},   {0xEB, "e"},     {0xEC, "i"},    {0xED, "i"},    {0xEE, "i"},
     {0xEF, "i"},    {0xF0, "d"},     {0xF1, "n"},   {0xF2, "o"},     {0xF3, "o"},    {0xF4, "o"},    {0xF5, "o"},
     {0xF6, "oe"},   {0xF7, "/"},     {0xF8, "o"},   {0xF9, "u"},     {0xFA, "u"},    {0xFB, "u"},    {0xFC, "ue"},
     {0xFD, "y"},    {0xFE, "th"},    {0xFF, "y"},   {0x3BC, "u"},    {0x2009, " "},  {0x2010, "-"},  {0x2011, "-"},
     {0x2012, "-"},  {0x2013, "-"},   {0x2014, "-"}, {0x2018, "'"},   {0x2019, "'"},  {0x201C, "\""}, {0x201D, "\""},
     {0x201E, "\""}, {0x2026, "..."}, {0x202F, " "}, {0x20AC, "EUR"}, {0x2190, "<-"}, {0x2192, "->"}, {0x2212, "-"},
     {0x2248, "~"},  {0x2264, "<="},  {0x2265, ">="}});

/// Latin Extended-A (U+0100 to U+017F) without its accents.
constexpr std::string_view kExtended =
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL"
    "lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
constexpr std::uint32_t kFirstExtended = 0x100;
static_assert(kExtended.size() == 0x80);

/// The code point at `at`, which moves on; 0 where there is none.
std::uint32_t next_point(std::string_view text, std::size_t* at) {
  const auto lead = static_cast<unsigned char>(text[(*at)++]);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
  if (more == 0) return 0;
  std::uint32_t point = lead & (0x3FU >> static_cast<unsigned>(more));
  for (int i = 0; i < more; ++i, ++*at) {
    if (*at >= text.size() || (static_cast<unsigned char>(text[*at]) & 0xC0U) != 0x80U) return 0;
    point = (point << 6U) | (static_cast<unsigned char>(text[*at]) & 0x3FU);
  }
  return point;
}

bool is_combining_accent(std::uint32_t point) { return point >= 0x300 && point <= 0x36F; }

std::string in_ascii(std::uint32_t point) {
  if (point < 0x80) return point == 0 ? std::string() : std::string(1, static_cast<char>(point));
  if (is_combining_accent(point)) return {};
  if (point >= kFirstExtended && point < kFirstExtended + kExtended.size()) {
    return {kExtended[point - kFirstExtended]};
  }
  const auto same = [point](const Letter& letter) { return letter.first == point; };
  const auto found = std::find_if(kLetters.begin(), kLetters.end(), same);
  if (found != kLetters.end()) return std::string(found->second);
  std::array<char, 16> number{};
  return {number.data(), static_cast<std::size_t>(std::snprintf(number.data(), number.size(), "U+%04X", point))};
}

}  // namespace

std::string plain_letters(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) plain += in_ascii(next_point(text, &at));
  return plain;
}

}  // namespace fiducia

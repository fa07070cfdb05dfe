#include "fiducia/io/drawing.h"

#include <sstream>

namespace fiducia {

Colour Colour::towards(const Colour& other, double part) const {
  Colour mixed;
  for (std::size_t i = 0; i < 3; ++i) mixed.rgb[i] = (1 - part) * rgb[i] + part * other.rgb[i];
  return mixed;
}

double text_width(const std::string& text, double size) {
  constexpr double kLetter = 0.56;  // of a sans serif's height, on average
  return kLetter * size * static_cast<double>(text.size());
}

std::vector<std::string> wrapped(const std::string& text, double size, double width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) {
    const std::string longer = line.empty() ? word : line + ' ' + word;
    if (!line.empty() && text_width(longer, size) > width) {
      lines.push_back(line);
      line = word;
    } else {
      line = longer;
    }
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace fiducia

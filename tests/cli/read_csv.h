#pragma once

#include <string>

#include "apps/fiducia/parse.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_csv.h"

namespace fiducia::testing {

/// A file of corners, read as the program does it.
inline Observations read_csv(const std::string& file, const std::string& image_size, const std::string& target) {
  return read_observations_csv(
             read_file(file), file,
             {.image_size = parse_image_size("--image-size", image_size), .target = parse_target(target)})
      .observations;
}

}  // namespace fiducia::testing

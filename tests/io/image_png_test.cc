#include "fiducia/io/image_png.h"

#include <gtest/gtest.h>

#include "fiducia/io/file.h"
#include "fiducia/io/region_mask.h"
#include "tests/io/temporary_folder.h"

namespace fiducia {
namespace {

TEST(ImagePng, ReadsBackAsItWas) {
  const testing::TemporaryFolder folder;
  for (const int bits : {8, 16}) {
    GrayImage image{3, 2, bits, {0, 1, 128, 254, 255, 7}};
    if (bits == 16) image.pixels = {0, 1, 256, 65534, 65535, 40000};
    const std::filesystem::path file = folder / "image.png";
    write_file_atomically(file, png_bytes(image));
    const WeightImage read = read_region_mask(file, {3, 2});
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_FLOAT_EQ(read.weights[i] * static_cast<float>(image.largest()), image.pixels[i]);
    }
  }
}

}  // namespace
}  // namespace fiducia

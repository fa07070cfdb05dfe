#include "fiducia/io/formats/matlab_intrinsics.h"

#include "fiducia/io/formats/opencv_lens.h"
#include "fiducia/io/text.h"

namespace fiducia {

std::string matlab_intrinsics(const std::vector<FileCamera>& cameras) {
  const Camera& camera = cameras.front().camera;
  const std::optional<OpenCvLens> lens = opencv_lens(camera);
  if (!lens || lens->fisheye || !lens->uses_only(5)) {
    refuse_to_express(camera, "MATLAB's cameraIntrinsics", "pinhole, radial1 to radial3, opencv4 and opencv5");
  }
  const std::vector<double> d = lens->padded(5);
  const auto pair = [](double a, double b) { return "[" + shortest(a) + " " + shortest(b) + "]"; };
  const ImageSize size = camera.image_size();
  return "% Camera intrinsics in MATLAB's convention: the centre of the first pixel is (1, 1).\n"
         "intrinsics = cameraIntrinsics(" +
         pair(lens->fx, lens->fy) + ", " + pair(lens->cx + 1, lens->cy + 1) + ", [" + std::to_string(size.height) +
         " " + std::to_string(size.width) + "], ...\n    'RadialDistortion', [" + shortest(d[0]) + " " +
         shortest(d[1]) + " " + shortest(d[4]) + "], ...\n    'TangentialDistortion', " + pair(d[2], d[3]) + ");\n";
}

}  // namespace fiducia

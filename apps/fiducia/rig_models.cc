#include "apps/fiducia/rig_models.h"

#include <algorithm>

#include "apps/fiducia/parse.h"
#include "fiducia/io/text.h"

namespace fiducia {

std::vector<ModelRequest> models_of_cameras(const std::string& joined, const std::vector<CameraInput>& cameras) {
  std::vector<std::string> models(cameras.size(), std::string(ModelRequest::kAuto));
  std::vector<char> named(cameras.size());
  for (std::size_t begin = 0; begin <= joined.size();) {
    const std::size_t end = std::min(joined.find('\n', begin), joined.size());
    const std::string one = joined.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t equals = one.find('=');
    for (std::size_t c = 0; c < cameras.size() && equals == std::string::npos; ++c) {
      if (named[c] == 0) models[c] = one;
    }
    if (equals == std::string::npos) continue;
    const auto found = std::find_if(cameras.begin(), cameras.end(),
                                    [&](const CameraInput& c) { return c.name == one.substr(0, equals); });
    require_option(found != cameras.end(), "--model " + excerpt(one) + ": there is no such camera");
    models[static_cast<std::size_t>(found - cameras.begin())] = one.substr(equals + 1);
    named[static_cast<std::size_t>(found - cameras.begin())] = 1;
  }
  return {models.begin(), models.end()};
}

}  // namespace fiducia

#include "fiducia/camera/model.h"

namespace fiducia {

int Model::index_of(std::string_view parameter) const {
  for (int i = 0; i < size(); ++i) {
    if (info().parameters[static_cast<std::size_t>(i)].name == parameter) return i;
  }
  return -1;
}

}  // namespace fiducia

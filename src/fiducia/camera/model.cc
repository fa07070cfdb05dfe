#include "fiducia/camera/model.h"

#include <typeinfo>

namespace fiducia {

int Model::index_of(std::string_view parameter) const {
  for (int i = 0; i < size(); ++i) {
    if (info().parameters[static_cast<std::size_t>(i)].name == parameter) return i;
  }
  return -1;
}

bool same_model(const Model& a, const Model& b) {
  return &a == &b || (typeid(a) == typeid(b) && a.info().name == b.info().name);
}

}  // namespace fiducia

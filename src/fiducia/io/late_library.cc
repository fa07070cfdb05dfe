#include "fiducia/io/late_library.h"

#include <dlfcn.h>

#include "fiducia/core/error.h"

namespace fiducia {

LateLibrary::LateLibrary(const std::string& name) : name_(name), handle_(dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    const char* const reason = dlerror();
    throw Error(ErrorCode::kBadFile, "images need the library " + name + ", which cannot be loaded: " +
                                         (reason == nullptr ? "no reason is given" : reason) +
                                         "; install OpenCV's, of the version that Fiducia was built with");
  }
}

void* LateLibrary::address_of(const char* symbol) const {
  void* const address = dlsym(handle_, symbol);
  if (address == nullptr) {
    throw Error(ErrorCode::kBadFile, name_ + ": this library lacks " + symbol +
                                         "; it is another version of OpenCV than Fiducia was built with");
  }
  return address;
}

}  // namespace fiducia

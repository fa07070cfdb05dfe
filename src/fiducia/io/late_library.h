#pragma once

#include <string>

namespace fiducia {

/// A shared library that is loaded when it is first needed, not when the program starts, and stays.
class LateLibrary {
 public:
  /// Throws an Error that names the library where it cannot be loaded.
  explicit LateLibrary(const std::string& name);

  /// By its symbol as the linker knows it: the signature is the caller's word. Throws an Error where there is none.
  template <typename Signature>
  [[nodiscard]] Signature* function(const char* symbol) const {
    return reinterpret_cast<Signature*>(address_of(symbol));
  }

 private:
  [[nodiscard]] void* address_of(const char* symbol) const;

  std::string name_;
  void* handle_;
};

}  // namespace fiducia

// libFuzzer's view of the readers: FIDUCIA_FUZZ_READER names the one to try.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fiducia/core/error.h"
#include "fuzz/readers.h"

namespace {

const fiducia::FuzzReader* chosen_reader() {
  const char* name = std::getenv("FIDUCIA_FUZZ_READER");
  for (const fiducia::FuzzReader& reader : fiducia::fuzz_readers()) {
    if (name != nullptr && reader.name == name) return &reader;
  }
  return nullptr;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  const bool list = *count == 2 && std::string((*arguments)[1]) == "--list";
  if (!list && chosen_reader() != nullptr) return 0;
  for (const fiducia::FuzzReader& reader : fiducia::fuzz_readers()) {
    std::printf("%.*s\n", static_cast<int>(reader.name.size()), reader.name.data());
  }
  std::exit(list ? 0 : 2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fiducia::FuzzReader* const kReader = chosen_reader();
  try {
    kReader->read({reinterpret_cast<const char*>(data), size});
  } catch (const fiducia::Error&) {
    // Refused, as it should be.
  }
  return 0;
}

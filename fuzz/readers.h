#pragma once

#include <string_view>
#include <vector>

namespace fiducia {

/// A reader of files, as the fuzzer and its corpus call it.
struct FuzzReader {
  std::string_view name;  ///< also of its folder in fuzz/corpus
  /// Reads the bytes as a file of this kind. Throws an Error for what is not understood; anything else is a finding.
  void (*read)(std::string_view bytes);
};

/// Every reader of the library.
[[nodiscard]] const std::vector<FuzzReader>& fuzz_readers();

}  // namespace fiducia

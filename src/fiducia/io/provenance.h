#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/io/json.h"

namespace fiducia {

inline constexpr std::string_view kProvenanceFormat = "fiducia.provenance/1";

/// How a result came about: what somebody needs to make it again, and to know that the files are the same.
struct Provenance {
  struct Input {
    std::string name;
    std::string hash;  ///< see content_hash()
  };

  std::string version;  ///< of Fiducia
  std::string command;
  std::uint64_t seed = 0;
  std::string date = {};  ///< of the calibration, UTC: 2026-01-31 23:59; empty: not known
  std::vector<Input> inputs = {};
};

[[nodiscard]] Json provenance_object(const Provenance& provenance);

/// Throws an Error "file:line: path ..." for what is not understood.
[[nodiscard]] Provenance read_provenance_json(std::string_view text, const std::string& file_name);

}  // namespace fiducia

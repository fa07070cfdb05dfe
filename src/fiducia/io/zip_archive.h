#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fiducia {

struct ZipMember {
  std::string name;
  std::string bytes;
};

/// Whether the bytes begin as a ZIP archive does.
[[nodiscard]] bool is_zip_archive(std::string_view bytes);

/// The members of a ZIP archive, stored or deflated, each of at most `most_bytes`; larger ones are passed over. Throws
/// an Error that names the file where the archive is cut short, damaged, encrypted or packed in another way.
[[nodiscard]] std::vector<ZipMember> read_zip(std::string_view bytes, const std::string& file_name,
                                              std::size_t most_bytes);

}  // namespace fiducia

#include "fiducia/io/zip_archive.h"

#include <zlib.h>

#include <cstdint>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

// Of APPNOTE.TXT, "ZIP File Format Specification": what each record begins with and how long it is at least.
constexpr std::string_view kLocalHeader = "PK\x03\x04";
constexpr std::string_view kDirectoryEntry = "PK\x01\x02";
constexpr std::string_view kDirectoryEnd = "PK\x05\x06";
constexpr std::size_t kLocalHeaderSize = 30;
constexpr std::size_t kEntrySize = 46;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kLongestComment = 65535;

class ZipReader {
 public:
  ZipReader(std::string_view bytes, const std::string& file_name) : bytes_(bytes), file_name_(file_name) {}

  std::vector<ZipMember> members(std::size_t most_bytes) const {
    const std::size_t end = directory_end();
    const std::size_t count = number(end + 10, 2);
    std::size_t at = number(end + 16, 4);
    std::vector<ZipMember> members;
    for (std::size_t i = 0; i < count; ++i) {
      if (part(at, kEntrySize).substr(0, 4) != kDirectoryEntry) damaged();
      const Entry entry{number(at + 8, 2),  number(at + 10, 2), static_cast<std::uint32_t>(number(at + 16, 4)),
                        number(at + 20, 4), number(at + 24, 4), number(at + 42, 4)};
      const std::size_t name_size = number(at + 28, 2);
      const std::string name(part(at + kEntrySize, name_size));
      if (entry.size <= most_bytes) members.push_back({name, content_of(entry, name)});
      at += kEntrySize + name_size + number(at + 30, 2) + number(at + 32, 2);
    }
    return members;
  }

 private:
  struct Entry {
    std::size_t flags;
    std::size_t method;
    std::uint32_t crc;
    std::size_t packed_size;
    std::size_t size;
    std::size_t local_header;
  };

  [[noreturn]] void damaged() const {
    throw Error(ErrorCode::kBadFile, file_name_ + ": the archive is damaged or cut short");
  }

  [[nodiscard]] std::string_view part(std::size_t at, std::size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) damaged();
    return bytes_.substr(at, size);
  }

  /// The lowest byte first.
  [[nodiscard]] std::size_t number(std::size_t at, std::size_t size) const {
    std::size_t value = 0;
    const std::string_view digits = part(at, size);
    for (std::size_t i = size; i-- > 0;) value = value << 8U | static_cast<unsigned char>(digits[i]);
    return value;
  }

  [[nodiscard]] std::size_t directory_end() const {
    if (bytes_.size() < kEndSize) damaged();
    const std::size_t last = bytes_.size() - kEndSize;
    const std::size_t at = bytes_.rfind(kDirectoryEnd, last);
    if (at == std::string_view::npos || last - at > kLongestComment) damaged();
    return at;
  }

  [[nodiscard]] std::string content_of(const Entry& entry, const std::string& name) const {
    constexpr std::size_t kStored = 0;
    constexpr std::size_t kDeflated = 8;
    if ((entry.flags & 1U) != 0 || (entry.method != kStored && entry.method != kDeflated)) {
      throw Error(ErrorCode::kBadFile,
                  file_name_ + ": '" + name + "' is encrypted or packed in a way that is not understood");
    }
    if (part(entry.local_header, kLocalHeaderSize).substr(0, 4) != kLocalHeader) damaged();
    const std::size_t begin =
        entry.local_header + kLocalHeaderSize + number(entry.local_header + 26, 2) + number(entry.local_header + 28, 2);
    const std::string_view packed = part(begin, entry.packed_size);
    std::string content = entry.method == kStored ? std::string(packed) : inflated(packed, entry.size);
    const auto crc =
        crc32(0, reinterpret_cast<const unsigned char*>(content.data()), static_cast<unsigned>(content.size()));
    if (content.size() != entry.size || crc != entry.crc) damaged();
    return content;
  }

  [[nodiscard]] std::string inflated(std::string_view packed, std::size_t size) const {
    std::string content(size, '\0');
    z_stream stream = {};
    constexpr int kRaw = -15;  // without zlib's own header
    if (inflateInit2(&stream, kRaw) != Z_OK) damaged();
    stream.next_in = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(packed.data()));
    stream.avail_in = static_cast<unsigned>(packed.size());
    stream.next_out = reinterpret_cast<unsigned char*>(content.data());
    stream.avail_out = static_cast<unsigned>(content.size());
    const int status = inflate(&stream, Z_FINISH);
    const bool whole = status == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    if (!whole) damaged();
    return content;
  }

  std::string_view bytes_;
  const std::string& file_name_;
};

}  // namespace

bool is_zip_archive(std::string_view bytes) { return bytes.starts_with(kLocalHeader); }

std::vector<ZipMember> read_zip(std::string_view bytes, const std::string& file_name, std::size_t most_bytes) {
  return ZipReader(bytes, file_name).members(most_bytes);
}

}  // namespace fiducia

#include "fiducia/io/maps/remap_storage.h"

#include <zlib.h>

#include <array>
#include <charconv>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

/// Compresses text as it comes: a large map as text would fill the memory.
class GzipText {
 public:
  GzipText() {
    constexpr int kGzip = 15 + 16;
    if (deflateInit2(&stream_, 1, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) fail();
  }
  GzipText(const GzipText&) = delete;
  GzipText& operator=(const GzipText&) = delete;
  ~GzipText() { deflateEnd(&stream_); }

  void add(std::string_view text) {
    waiting_.append(text);
    if (waiting_.size() > 1U << 20U) run(Z_NO_FLUSH);
  }
  [[nodiscard]] std::string finish() {
    run(Z_FINISH);
    return std::move(bytes_);
  }

 private:
  [[noreturn]] static void fail() { throw Error(ErrorCode::kBadFile, "the maps cannot be compressed"); }

  void run(int flush) {
    std::array<char, 1U << 16U> buffer{};
    stream_.next_in = reinterpret_cast<unsigned char*>(waiting_.data());
    stream_.avail_in = static_cast<unsigned>(waiting_.size());
    do {
      stream_.next_out = reinterpret_cast<unsigned char*>(buffer.data());
      stream_.avail_out = static_cast<unsigned>(buffer.size());
      if (deflate(&stream_, flush) == Z_STREAM_ERROR) fail();
      bytes_.append(buffer.data(), buffer.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
    waiting_.clear();
  }

  z_stream stream_{};
  std::string waiting_;
  std::string bytes_;
};

void add_matrix(GzipText* text, const std::string& key, ImageSize size, const std::vector<float>& values,
                OpenCvSyntax syntax) {
  const bool yaml = syntax == OpenCvSyntax::kYaml;
  const std::string rows = std::to_string(size.height);
  const std::string columns = std::to_string(size.width);
  if (yaml) {
    text->add(key + ": !!opencv-matrix\n   rows: " + rows + "\n   cols: " + columns + "\n   dt: f\n   data: [ ");
  } else {
    text->add("<" + key + " type_id=\"opencv-matrix\">\n  <rows>" + rows + "</rows>\n  <cols>" + columns +
              "</cols>\n  <dt>f</dt>\n  <data>\n");
  }
  constexpr std::size_t kPerLine = 8;
  std::array<char, 48> number{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text->add(i % kPerLine != 0 ? (yaml ? ", " : " ") : (yaml ? ",\n       " : "\n"));
    const auto end = std::to_chars(number.data(), number.data() + number.size(), values[i], std::chars_format::fixed);
    const std::string_view digits(number.data(), static_cast<std::size_t>(end.ptr - number.data()));
    text->add(digits);
    if (digits.find('.') == std::string_view::npos) text->add(".");
  }
  text->add(yaml ? " ]\n" : "</data></" + key + ">\n");
}

}  // namespace

std::string remap_storage_gz(const LookupMap& undistort, const LookupMap& distort, OpenCvSyntax syntax) {
  GzipText text;
  const bool yaml = syntax == OpenCvSyntax::kYaml;
  text.add(yaml ? "%YAML:1.0\n---\n" : "<?xml version=\"1.0\"?>\n<opencv_storage>\n");
  add_matrix(&text, "map_x", undistort.size, undistort.x, syntax);
  add_matrix(&text, "map_y", undistort.size, undistort.y, syntax);
  add_matrix(&text, "distort_map_x", distort.size, distort.x, syntax);
  add_matrix(&text, "distort_map_y", distort.size, distort.y, syntax);
  if (!yaml) text.add("</opencv_storage>\n");
  return text.finish();
}

}  // namespace fiducia

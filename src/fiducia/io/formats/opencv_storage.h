#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/io/tree/tree.h"

namespace fiducia {

/// A matrix of OpenCV's FileStorage, row by row, the channels of an element beside each other.
struct StoredMatrix {
  int rows = 0;
  int columns = 0;
  int channels = 1;
  std::vector<double> values;
};

/// The text of a FileStorage, of whichever of its three syntaxes it is.
[[nodiscard]] TreeDocument parse_opencv_storage(std::string_view text, const std::string& file_name);

/// Whether a value is a matrix as OpenCV writes it.
[[nodiscard]] bool is_opencv_matrix(const Tree& value);

/// A matrix, also as plain lists of numbers or rows, which scripts write. Refuses data that do not match the size.
[[nodiscard]] StoredMatrix opencv_matrix(const TreeDocument& document, const Tree& value);

/// Which of the syntaxes to write.
enum class OpenCvSyntax { kYaml, kXml, kJson };

/// Writes a FileStorage, key by key.
class OpenCvStorageText {
 public:
  explicit OpenCvStorageText(OpenCvSyntax syntax);
  void add(const std::string& key, int value);
  void add(const std::string& key, const std::string& value);
  void add(const std::string& key, const StoredMatrix& matrix);  ///< of one channel
  [[nodiscard]] std::string finish();

 private:
  void begin_entry();

  OpenCvSyntax syntax_;
  bool first_ = true;
  std::string text_;
};

}  // namespace fiducia

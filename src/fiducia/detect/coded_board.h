#pragma once

#include <map>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>

#include "fiducia/data/target.h"

namespace fiducia {

/// Finds out which coded board images show, whatever was asked for: the markers' family, and the number of columns with
/// which most of them lie as they are numbered.
class CodedBoardSearch {
 public:
  /// `asked`: its lengths serve where they can.
  explicit CodedBoardSearch(const Target& asked) : asked_(asked) {}

  /// Looks at an image of 8 bits.
  void look_at(const cv::Mat& gray);

  /// The board that most images agree about, as a SPEC without what cannot be seen
  /// ("charuco:8x6:SQUARE:MARKER:DICT_5X5_50"); nothing where there is none, or it is the one that was asked for.
  [[nodiscard]] std::optional<std::string> spec() const;

 private:
  struct Seen {
    bool tags = false;
    int columns = 0;
    std::string family;                             ///< of ArUco's markers: "DICT_5X5"
    auto operator<=>(const Seen&) const = default;  // NOLINT(modernize-use-nullptr): for the 0 that it is compared with
  };
  struct Votes {
    int images = 0;
    int rows = 0;     ///< that were seen
    int markers = 0;  ///< the largest id and one more
  };

  const Target& asked_;
  std::map<Seen, Votes> votes_;
};

}  // namespace fiducia

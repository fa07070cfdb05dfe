#pragma once

#include <string>
#include <vector>

#include "fiducia/assess/rig_assessment.h"
#include "fiducia/io/json.h"
#include "fiducia/report/rig_rectified.h"

namespace fiducia {

inline constexpr std::string_view kRigFiguresFormat = "fiducia.rig_figures/1";

/// A small copy of a camera's image at an instant, as the bytes of a JPEG file.
struct RigPicture {
  std::size_t camera = 0;
  std::size_t instant = 0;  ///< in RigCalibration::instants
  std::string jpeg;
};

/// What only the program that calibrates can put into words.
struct RigReportWords {
  std::string pairing;                   ///< which frames were brought together
  std::string consistency;               ///< whether it is one rig, and what to do
  std::vector<std::string> causes = {};  ///< what makes it wrong, and what that costs
};

/// Everything that the page of a rig draws and calibration.json does not hold; web/src/rig/data.ts describes it. The
/// numbers come from the calibration itself, so that it is made where that is, and kept in a file of its own beside
/// calibration.json: `hash` is that of the latter's text.
class RigFigures {
 public:
  /// Throws an Error where the calibration did not succeed.
  explicit RigFigures(const RigAssessment& assessment, int threads = 1);

  /// The images that the figures want: of which cameras, at which instants.
  [[nodiscard]] std::vector<RigPicture> wanted_pictures() const;
  [[nodiscard]] Json object(const std::vector<RigPicture>& pictures, const RigReportWords& words,
                            const std::string& hash) const;

 private:
  const RigAssessment& assessment_;
  int threads_;
  std::vector<std::vector<RigViewCorners>> views_;
  std::vector<RectifiedWish> wishes_;
};

}  // namespace fiducia

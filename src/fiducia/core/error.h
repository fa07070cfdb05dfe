#pragma once

#include <stdexcept>
#include <string>

namespace fiducia {

/// What kind of fault an `Error` reports.
enum class ErrorCode {
  kBadFile,       ///< a file that cannot be read, written or understood
  kBadOption,     ///< an option or argument that makes no sense
  kBadData,       ///< well-formed input whose content contradicts itself
  kDegenerate,    ///< the data cannot carry what was asked for
  kNotConverged,  ///< what was asked for needs a calibration that succeeded
  kCancelled,     ///< the progress callback said stop; nothing is at fault
};

/// The one exception of the library. It means that the *input* is at fault (but for kCancelled): the message names the
/// file, the frame or the parameter and says what to do. A calculation that did not succeed on good input is not an
/// exception but a status in its result.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace fiducia

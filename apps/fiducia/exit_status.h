#pragma once

namespace fiducia {

// What a calling script relies on.
inline constexpr int kExitDone = 0;
inline constexpr int kExitInternal = 1;         ///< our fault
inline constexpr int kExitBadInput = 2;         ///< the call or its input is at fault; nothing was written
inline constexpr int kExitNotMet = 3;           ///< a --require does not hold
inline constexpr int kExitCannotCalibrate = 4;  ///< the data cannot carry what was asked for; nothing was written
// Interrupted by SIGINT or SIGTERM: interrupted_status(), 130 or 143.

}  // namespace fiducia

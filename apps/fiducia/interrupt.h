#pragma once

#include "fiducia/core/progress.h"

namespace fiducia {

/// While it lives, the first SIGINT (Ctrl-C) and the first SIGTERM do not end the program but are noticed; the second
/// ends it at once, as ever. One at a time.
class InterruptNotice {
 public:
  InterruptNotice();
  InterruptNotice(const InterruptNotice&) = delete;
  InterruptNotice& operator=(const InterruptNotice&) = delete;
  ~InterruptNotice();
};

/// Whether such a signal has come.
[[nodiscard]] bool interrupted();

/// What a shell makes of a program that the signal ended: 128 and its number.
[[nodiscard]] int interrupted_status();

/// Throws an Error (kCancelled) where such a signal has come: before anything is written, and where no callback is
/// asked.
void stop_if_interrupted();

/// Goes on until such a signal comes, and shows nothing.
[[nodiscard]] Progress until_interrupted();

}  // namespace fiducia

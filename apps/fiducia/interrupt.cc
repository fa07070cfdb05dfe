#include "apps/fiducia/interrupt.h"

#include <csignal>

namespace fiducia {
namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t interrupted = 0;

void note_signal(int /*signal*/) { interrupted = 1; }

}  // namespace

InterruptNotice::InterruptNotice() {
  interrupted = 0;
  before_int_ = std::signal(SIGINT, note_signal);
  before_term_ = std::signal(SIGTERM, note_signal);
}

InterruptNotice::~InterruptNotice() {
  std::signal(SIGINT, before_int_);
  std::signal(SIGTERM, before_term_);
}

bool InterruptNotice::noticed() const { return interrupted != 0; }

}  // namespace fiducia

#include "apps/fiducia/interrupt.h"

#include <csignal>

namespace fiducia {
namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t noticed = 0;

void note_signal(int signal) { noticed = signal; }

struct sigaction before_int;
struct sigaction before_term;

}  // namespace

InterruptNotice::InterruptNotice() {
  noticed = 0;
  struct sigaction noting = {};
  noting.sa_handler = note_signal;
  noting.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &noting, &before_int);
  sigaction(SIGTERM, &noting, &before_term);
}

InterruptNotice::~InterruptNotice() {
  sigaction(SIGINT, &before_int, nullptr);
  sigaction(SIGTERM, &before_term, nullptr);
}

bool interrupted() { return noticed != 0; }

int interrupted_status() { return 128 + noticed; }

void stop_if_interrupted() { require_go_on(until_interrupted()); }

Progress until_interrupted() {
  return [](std::size_t, std::size_t) { return !interrupted(); };
}

}  // namespace fiducia

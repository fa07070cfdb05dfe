#pragma once

namespace fiducia {

/// While it lives, SIGINT (Ctrl-C) and SIGTERM do not end the program but are noticed.
class InterruptNotice {
 public:
  InterruptNotice();
  InterruptNotice(const InterruptNotice&) = delete;
  InterruptNotice& operator=(const InterruptNotice&) = delete;
  ~InterruptNotice();

  [[nodiscard]] bool noticed() const;

 private:
  void (*before_int_)(int);
  void (*before_term_)(int);
};

}  // namespace fiducia

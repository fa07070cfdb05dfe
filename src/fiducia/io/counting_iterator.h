#pragma once

#include <cstddef>
#include <iterator>

namespace fiducia {

/// How far a parser has read. nlohmann's tells positions for syntax errors alone.
struct ReadPosition {
  int line = 1;
  char last = 0;
};

/// Goes through a text and notes how far it came.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, ReadPosition* position) : at_(at), position_(position) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    position_->last = *at_;
    if (*at_ == '\n') ++position_->line;
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  ReadPosition* position_;
};

}  // namespace fiducia

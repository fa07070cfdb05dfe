#pragma once

#include <cmath>

namespace fiducia {

/// Two doubles that are calculated with as one number. A camera model written for a scalar type T runs two corners at a
/// time with T = Lanes. (A wrapper of the vector extension that GCC and Clang share; two, because that is what a
/// register of SSE2 and of NEON holds: the compiler keeps wider ones in memory, at a third of the speed.)
struct Lanes {
  static constexpr int kCount = 2;
  typedef double Vector __attribute__((vector_size(kCount * sizeof(double))));
  typedef long Mask __attribute__((vector_size(kCount * sizeof(long))));
  static_assert(sizeof(long) == sizeof(double));

  Vector v;

  Lanes() = default;
  Lanes(Vector vector) : v(vector) {}  // NOLINT(google-explicit-constructor)
  Lanes(double x) : v{x, x} {}         // NOLINT(google-explicit-constructor)

  static Lanes load(const double* p) { return Lanes(Vector{p[0], p[1]}); }
  void store(double* p) const {
    for (int i = 0; i < kCount; ++i) p[i] = v[i];
  }
  [[nodiscard]] double sum() const { return v[0] + v[1]; }

  friend Lanes operator+(Lanes a, Lanes b) { return Lanes(a.v + b.v); }
  friend Lanes operator-(Lanes a, Lanes b) { return Lanes(a.v - b.v); }
  friend Lanes operator*(Lanes a, Lanes b) { return Lanes(a.v * b.v); }
  friend Lanes operator/(Lanes a, Lanes b) { return Lanes(a.v / b.v); }
  friend Lanes operator-(Lanes a) { return Lanes(-a.v); }
  Lanes& operator+=(Lanes b) {
    v += b.v;
    return *this;
  }
  Lanes& operator*=(Lanes b) {
    v *= b.v;
    return *this;
  }
};

/// One bit a lane.
struct LanesMask {
  Lanes::Mask m;
  friend LanesMask operator&(LanesMask a, LanesMask b) { return {a.m & b.m}; }
};

inline LanesMask operator>(Lanes a, Lanes b) { return {a.v > b.v}; }
inline LanesMask operator<(Lanes a, Lanes b) { return {a.v < b.v}; }

template <class Function>
Lanes each_lane(Lanes a, Function f) {
  return Lanes(Lanes::Vector{f(a.v[0]), f(a.v[1])});
}

inline Lanes sqrt(Lanes a) {
  return each_lane(a, [](double x) { return std::sqrt(x); });
}
inline Lanes atan2(Lanes a, Lanes b) {
  return Lanes(Lanes::Vector{std::atan2(a.v[0], b.v[0]), std::atan2(a.v[1], b.v[1])});
}

// What a model needs to be written once for a number and for lanes.
inline Lanes select(LanesMask mask, Lanes yes, Lanes no) { return Lanes(mask.m ? yes.v : no.v); }
inline double select(bool mask, double yes, double no) { return mask ? yes : no; }
inline bool all(LanesMask mask) { return (mask.m[0] & mask.m[1]) != 0; }
inline bool all(bool mask) { return mask; }

}  // namespace fiducia

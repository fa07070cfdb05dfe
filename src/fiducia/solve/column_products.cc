#include "fiducia/solve/column_products.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "fiducia/core/lanes.h"

namespace fiducia {
namespace {

constexpr int kRows = 2;
constexpr int kColumns = 4;

template <int R, int C>
void tile(const double* const* columns, const int* left, const int* right, int n, double* product, int size) {
  Lanes sums[R][C];
  for (auto& row : sums) std::fill(row, row + C, Lanes(0));
  int k = 0;
  for (; k + Lanes::kCount <= n; k += Lanes::kCount) {
    Lanes b[C];
    for (int j = 0; j < C; ++j) b[j] = Lanes::load(columns[right[j]] + k);
    for (int i = 0; i < R; ++i) {
      const Lanes a = Lanes::load(columns[left[i]] + k);
      for (int j = 0; j < C; ++j) sums[i][j] += a * b[j];
    }
  }
  for (int i = 0; i < R; ++i) {
    for (int j = 0; j < C; ++j) {
      double sum = sums[i][j].sum();
      for (int rest = k; rest < n; ++rest) sum += columns[left[i]][rest] * columns[right[j]][rest];
      product[left[i] * size + right[j]] += sum;
      if (left[i] != right[j]) product[right[j] * size + left[i]] += sum;
    }
  }
}

using Tile = void (*)(const double* const*, const int*, const int*, int, double*, int);
using Tiles = Tile[kRows][kColumns];

constexpr Tiles kTiles = {{tile<1, 1>, tile<1, 2>, tile<1, 3>, tile<1, 4>},
                          {tile<2, 1>, tile<2, 2>, tile<2, 3>, tile<2, 4>}};

#ifdef __x86_64__

// The same for processors whose registers hold four numbers, which are most; what is compiled for all of them may not
// ask for that, so that it is found out when the program runs.

typedef double Four __attribute__((vector_size(4 * sizeof(double))));

__attribute__((target("avx2,fma"))) inline Four load_four(const double* p) {
  Four four;
  std::memcpy(&four, p, sizeof four);
  return four;
}

template <int R, int C>
__attribute__((target("avx2,fma"))) void wide_tile(const double* const* columns, const int* left, const int* right,
                                                   int n, double* product, int size) {
  Four sums[R][C] = {};
  int k = 0;
  for (; k + 4 <= n; k += 4) {
    Four b[C];
    for (int j = 0; j < C; ++j) b[j] = load_four(columns[right[j]] + k);
    for (int i = 0; i < R; ++i) {
      const Four a = load_four(columns[left[i]] + k);
      for (int j = 0; j < C; ++j) sums[i][j] += a * b[j];
    }
  }
  for (int i = 0; i < R; ++i) {
    for (int j = 0; j < C; ++j) {
      const Four& four = sums[i][j];
      double sum = (four[0] + four[1]) + (four[2] + four[3]);
      for (int rest = k; rest < n; ++rest) sum += columns[left[i]][rest] * columns[right[j]][rest];
      product[left[i] * size + right[j]] += sum;
      if (left[i] != right[j]) product[right[j] * size + left[i]] += sum;
    }
  }
}

constexpr Tiles kWideTiles = {{wide_tile<1, 1>, wide_tile<1, 2>, wide_tile<1, 3>, wide_tile<1, 4>},
                              {wide_tile<2, 1>, wide_tile<2, 2>, wide_tile<2, 3>, wide_tile<2, 4>}};

bool has_wide_registers() {
  static const bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return wide;
}

#else

constexpr Tiles kWideTiles = {};

constexpr bool has_wide_registers() { return false; }

#endif

#ifdef __AVX__
constexpr bool kEigenIsAsWide = true;
#else
constexpr bool kEigenIsAsWide = false;
#endif

}  // namespace

void add_column_products(const double* const* columns, std::span<const int> left, std::span<const int> right, int n,
                         double* product, int size, Registers registers) {
  const bool symmetric = left.data() == right.data();
  const int lefts = static_cast<int>(left.size());
  const int rights = static_cast<int>(right.size());
  const Tiles& tiles = registers == Registers::kWidest && has_wide_registers() ? kWideTiles : kTiles;
  const auto add = [&](int i, int rows, int j, int cols) {
    tiles[rows - 1][cols - 1](columns, left.data() + i, right.data() + j, n, product, size);
  };
  for (int i = 0; i < lefts; i += kRows) {
    const int rows = std::min(kRows, lefts - i);
    int j = 0;
    if (symmetric) {  // only the pairs j >= i, and none of them twice
      add(i, 1, i, rows);
      if (rows == 2) add(i + 1, 1, i + 1, 1);
      j = i + rows;
    }
    for (; j < rights; j += kColumns) add(i, rows, j, std::min(kColumns, rights - j));
  }
}

void add_gram(const Eigen::Ref<const Eigen::MatrixXd>& w, double factor, Eigen::Ref<Eigen::MatrixXd> a) {
  if (kEigenIsAsWide || !has_wide_registers()) {
    a.selfadjointView<Eigen::Lower>().rankUpdate(w.transpose(), factor);
    return;
  }
  std::vector<const double*> columns;
  for (Eigen::Index c = 0; c < w.cols(); ++c) columns.push_back(w.col(c).data());
  std::vector<int> every(columns.size());
  std::iota(every.begin(), every.end(), 0);
  Eigen::MatrixXd product = Eigen::MatrixXd::Zero(w.cols(), w.cols());
  add_column_products(columns.data(), every, every, static_cast<int>(w.rows()), product.data(),
                      static_cast<int>(w.cols()));
  a.triangularView<Eigen::Lower>() += factor * product;
}

}  // namespace fiducia

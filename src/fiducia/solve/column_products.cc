#include "fiducia/solve/column_products.h"

#include <algorithm>

#include "fiducia/core/lanes.h"

namespace fiducia {
namespace {

constexpr int kRows = 2;
constexpr int kColumns = 4;

template <int R, int C>
void tile(const double* const* columns, const int* left, const int* right, int n, double* product, int size) {
  Lanes sums[R][C];
  for (auto& row : sums) std::fill(row, row + C, Lanes(0));
  for (int k = 0; k < n; k += Lanes::kCount) {
    Lanes b[C];
    for (int j = 0; j < C; ++j) b[j] = Lanes::load(columns[right[j]] + k);
    for (int i = 0; i < R; ++i) {
      const Lanes a = Lanes::load(columns[left[i]] + k);
      for (int j = 0; j < C; ++j) sums[i][j] += a * b[j];
    }
  }
  for (int i = 0; i < R; ++i) {
    for (int j = 0; j < C; ++j) {
      const double sum = sums[i][j].sum();
      product[left[i] * size + right[j]] += sum;
      if (left[i] != right[j]) product[right[j] * size + left[i]] += sum;
    }
  }
}

using Tile = void (*)(const double* const*, const int*, const int*, int, double*, int);

constexpr Tile kTiles[kRows][kColumns] = {{tile<1, 1>, tile<1, 2>, tile<1, 3>, tile<1, 4>},
                                          {tile<2, 1>, tile<2, 2>, tile<2, 3>, tile<2, 4>}};

}  // namespace

void add_column_products(const double* const* columns, std::span<const int> left, std::span<const int> right, int n,
                         double* product, int size) {
  const bool symmetric = left.data() == right.data();
  const int lefts = static_cast<int>(left.size());
  const int rights = static_cast<int>(right.size());
  const auto add = [&](int i, int rows, int j, int cols) {
    kTiles[rows - 1][cols - 1](columns, left.data() + i, right.data() + j, n, product, size);
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

}  // namespace fiducia

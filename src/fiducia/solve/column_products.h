#pragma once

#include <span>

namespace fiducia {

/// All inner products of columns of length n (a multiple of Lanes::kCount): for every pair (i, j) of the lists, added
/// to product(i, j) and product(j, i) of a matrix with `size` rows. The innermost loop of the solver: J'J in tiles that
/// stay in registers.
///
/// columns: where each column begins. symmetric: `left` and `right` are the same list.
void add_column_products(const double* const* columns, std::span<const int> left, std::span<const int> right, int n,
                         double* product, int size);

}  // namespace fiducia

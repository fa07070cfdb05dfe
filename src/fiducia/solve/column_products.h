#pragma once

#include <Eigen/Core>
#include <span>

namespace fiducia {

/// All inner products of columns of length n (a multiple of Lanes::kCount): for every pair (i, j) of the lists, added
/// to product(i, j) and product(j, i) of a matrix with `size` rows. The innermost loop of the solver: J'J in tiles that
/// stay in registers.
///
/// columns: where each column begins. symmetric: `left` and `right` are the same list.
void add_column_products(const double* const* columns, std::span<const int> left, std::span<const int> right, int n,
                         double* product, int size);

/// The lower triangle of a += factor w' w, for columns of any length. Eigen's products are compiled for registers of
/// two numbers, so that ours are faster where the processor has wider ones.
void add_gram(const Eigen::Ref<const Eigen::MatrixXd>& w, double factor, Eigen::Ref<Eigen::MatrixXd> a);

}  // namespace fiducia

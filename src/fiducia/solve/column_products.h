#pragma once

#include <Eigen/Core>
#include <span>

namespace fiducia {

/// The registers that products are summed in.
enum class Registers {
  kWidest,  ///< of four numbers where the processor has them
  kTwo,     ///< that every processor has
};

/// All inner products of columns of length n: for every pair (i, j) of the lists, added to product(i, j) and
/// product(j, i) of a matrix with `size` rows. The innermost loop of the solver: J'J in tiles that stay in registers.
///
/// columns: where each column begins. Where `left` and `right` are the same list, no pair is added twice.
void add_column_products(const double* const* columns, std::span<const int> left, std::span<const int> right, int n,
                         double* product, int size, Registers registers = Registers::kWidest);

/// The lower triangle of a += factor w' w. Where Eigen's products are compiled for registers of two numbers and the
/// processor has wider ones, ours are faster.
void add_gram(const Eigen::Ref<const Eigen::MatrixXd>& w, double factor, Eigen::Ref<Eigen::MatrixXd> a);

}  // namespace fiducia

#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace fiducia {

/// Boost would compute in long double, which many processors do in software; a double's digits are enough.
using InDoubles = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

using ChiSquared = boost::math::chi_squared_distribution<double, InDoubles>;
using FisherF = boost::math::fisher_f_distribution<double, InDoubles>;
using Normal = boost::math::normal_distribution<double, InDoubles>;
using StudentsT = boost::math::students_t_distribution<double, InDoubles>;

}  // namespace fiducia

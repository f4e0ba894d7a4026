// 8 coordinates: from here on Eigen's own products call malloc.
#include "sized.hpp"

namespace build_checks {

using Form = taut::MassForm;

template struct Exercise<Sized<8, 7, Form::constant_diagonal>>;
template struct Exercise<Sized<8, 7, Form::dense, true>>;
template struct Exercise<Sized<8, 6, Form::constant_dense, true, 7>>;
template struct Exercise<Sized<8, 1, Form::diagonal>>;

}  // namespace build_checks

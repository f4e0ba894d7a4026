// Up to 7 coordinates: forms that the mechanisms of bundled.hpp have not, and the smallest sizes.
#include "sized.hpp"

namespace build_checks {

using Form = taut::MassForm;

template struct Exercise<Sized<1, 1, Form::constant_diagonal>>;
template struct Exercise<Sized<1, 1, Form::dense, true>>;
template struct Exercise<Sized<2, 1, Form::constant_dense, true>>;
template struct Exercise<Sized<4, 2, Form::dense, false, 3>>;
template struct Exercise<Sized<7, 6, Form::diagonal, true>>;
template struct Exercise<Sized<7, 5, Form::constant_dense, false, 6>>;

}  // namespace build_checks

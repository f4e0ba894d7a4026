// 12 and 16 coordinates: forms that the mechanisms of bundled.hpp have not.
#include "sized.hpp"

namespace build_checks {

using Form = taut::MassForm;

template struct Exercise<Sized<12, 11, Form::constant_dense>>;
template struct Exercise<Sized<16, 15, Form::dense, true>>;
template struct Exercise<Sized<16, 12, Form::diagonal, false, 13>>;

}  // namespace build_checks

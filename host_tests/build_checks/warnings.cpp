// Every public header, and everything in them instantiated: compiled with all warnings as errors.
#include "all_headers.hpp"
#include "bundled.hpp"
#include "cross/sized.hpp"

namespace build_checks {

template struct Bundled<float>;
template struct Bundled<double>;
template struct Exercise<Sized<3, 2, taut::MassForm::dense, true, 2>>;

}  // namespace build_checks

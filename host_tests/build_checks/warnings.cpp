// Every public header, and everything in them instantiated: compiled with all warnings as errors.
// Of GCC, `bundled` in float is seen at both standards by the archives for the target, with
// optimisation.
#include "all_headers.hpp"
#include "bundled.hpp"
#include "cross/sized.hpp"

namespace build_checks {

#ifdef __clang__
template struct Bundled<float>;
#endif
template struct Bundled<double>;
template struct Exercise<Sized<3, 2, taut::MassForm::dense, true, 2>>;

}  // namespace build_checks

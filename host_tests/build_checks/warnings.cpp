// Every public header, and everything in them instantiated: compiled with all warnings as errors.
// `bundled` in one scalar a compiler: the other is shown to GCC by the archives for the target, to
// clang by the unit tests.
#include "all_headers.hpp"
#include "bundled.hpp"
#include "cross/sized.hpp"

namespace build_checks {

#ifdef __clang__
template struct Bundled<float>;
#else
template struct Bundled<double>;
#endif
template struct Exercise<Sized<3, 2, taut::MassForm::dense, true, 2>>;

}  // namespace build_checks

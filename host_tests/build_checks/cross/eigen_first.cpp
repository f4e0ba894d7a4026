// An application that includes Eigen before taut, with its own assertion and alignment.
#define EIGEN_MAX_ALIGN_BYTES 8
#define eigen_assert(condition) ((condition) ? static_cast<void>(0) : application_stop(__LINE__))
[[noreturn]] void application_stop(int line);
#include <Eigen/Dense>

// Second: the order is the point.
#include "bundled.hpp"

namespace build_checks {

template struct Bundled<float>;

}  // namespace build_checks

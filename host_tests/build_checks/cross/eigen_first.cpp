// An application that includes Eigen before taut, with its own assertion and alignment. What of a
// size or a mechanism could differ is seen by the other archives: here stand a few of each kind.
#define EIGEN_MAX_ALIGN_BYTES 8
#define eigen_assert(condition) ((condition) ? static_cast<void>(0) : application_stop(__LINE__))
[[noreturn]] void application_stop(int line);
#include <Eigen/Dense>

// Second: the order is the point.
#include "bundled.hpp"

namespace build_checks {

template struct Exercise<taut::models::CarAxle<float>>;
template struct Exercise<taut::models::KnifeEdge<float>>;
template struct Exercise<taut::models::Ladder<float, 1>>;

}  // namespace build_checks

#include "bundled.hpp"

namespace build_checks {

template struct Bundled<float>;

}  // namespace build_checks

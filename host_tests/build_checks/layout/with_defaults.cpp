// taut first, without alignment. Ends with 1 where the other translation unit sees other layouts.
#define EIGEN_MAX_ALIGN_BYTES 0
#include "layout/layout.hpp"

int main() {
  const bool same = layout_of_float == build_checks::layout<float>() &&
                    layout_of_double == build_checks::layout<double>();
  return same ? 0 : 1;
}

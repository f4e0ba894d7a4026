// The number of algebraic variables is left out.
// expect: taut: an index-2 problem states 'static constexpr int nx' (differential) and 'ny'
// (algebraic variables).
#include "taut/srm_index2.hpp"

struct Disc {
  using Scalar = float;
#ifdef BROKEN
  static constexpr int nx = 1;
#else
  static constexpr int nx = 1, ny = 1;
#endif

  template <class N>
  taut::Vector<N, 1> field(const taut::Vector<N, 1>& x, const taut::Time<N>&) const {
    return x;
  }
  template <class N>
  taut::Matrix<N, 1, 1> multiplier_matrix(const taut::Vector<N, 1>& x, const taut::Time<N>&) const {
    return x;
  }
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 1>& x, const taut::Time<N>&) const {
    return x;
  }
};

bool checked() { return taut::check_index2_model<Disc>(); }

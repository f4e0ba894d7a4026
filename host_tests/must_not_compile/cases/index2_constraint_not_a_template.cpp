// The constraint takes plain numbers: it cannot be derived.
// expect: taut: an index-2 problem offers 'template <class N> Vector<N,ny> constraint(const
// Vector<N,nx>& x, const Time<N>& t) const'.
#include "taut/srm_index2.hpp"

struct Disc {
  using Scalar = float;
  static constexpr int nx = 1, ny = 1;

  template <class N>
  taut::Vector<N, 1> field(const taut::Vector<N, 1>& x, const taut::Time<N>&) const {
    return x;
  }
  template <class N>
  taut::Matrix<N, 1, 1> multiplier_matrix(const taut::Vector<N, 1>& x, const taut::Time<N>&) const {
    return x;
  }
#ifdef BROKEN
  taut::Vector<float, 1> constraint(const taut::Vector<float, 1>& x,
                                    const taut::Time<float>&) const {
    return x;
  }
#else
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 1>& x, const taut::Time<N>&) const {
    return x;
  }
#endif
};

bool checked() { return taut::check_index2_model<Disc>(); }

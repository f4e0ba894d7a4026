/// \file
/// Vectors in space of any number type, written out: every sum from its first term to its last.
/// Interrupt: safe.
#pragma once

#include "taut/dual.hpp"

namespace taut {

/// a x b.
template <class N>
Vector<N, 3> cross(const Vector<N, 3>& a, const Vector<N, 3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// a . b, where one of them may be of plain numbers.
template <class A, class B>
auto dot(const Vector<A, 3>& a, const Vector<B, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

namespace detail {
using taut::dot;  // beside that of the plane
}

/// Three entries of a vector.
template <class N, int n>
Vector<N, 3> triple(const Vector<N, n>& x, int first) {
  return {x[first], x[first + 1], x[first + 2]};
}

/// A constant vector as numbers of type N.
template <class N, class S>
Vector<N, 3> constant_triple(const Vector<S, 3>& x) {
  return {N(x[0]), N(x[1]), N(x[2])};
}

}  // namespace taut

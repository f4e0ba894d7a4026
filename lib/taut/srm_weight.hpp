/// \file
/// The choices of the sequential regularisation (docs/methods/srm.md, section 1), for srm.hpp and
/// srm_index2.hpp: over what interval the iteration goes, and the weight E that turns a residual of
/// the constraints into a change of the multipliers,
///
///     y_s = y_{s-1} + (1/eps) E (alpha_1 g' + alpha_2 g)                              (SR.1)
///
/// The explicit scheme is stable where the eigenvalues of E G B are at most 2 eps / step.
/// Interrupt: safe.
#pragma once

namespace taut {

/// E = I: no factorisation, also for dependent rows of G. Eigenvalues of G B: they have units, and
/// the slowest decides how fast the iteration converges.
struct IdentityWeight {
  static constexpr bool inverse = false, transposed = false, carries_rate = false;
};
/// E = (G B)^T: no factorisation; the squares of the singular values of G B.
struct TransposedWeight {
  static constexpr bool inverse = false, transposed = true, carries_rate = false;
};
/// E = (G B)^-1: all eigenvalues 1, whatever the units. Not through a point where G B is singular.
struct InverseWeight {
  static constexpr bool inverse = true, transposed = false, carries_rate = false;
};
/// E = (G B)^-1 through singular points of G B: the iterates carry B y, which is smooth there, in
/// place of y, which is not.
struct SingularWeight {
  static constexpr bool inverse = true, transposed = false, carries_rate = true;
};

/// The iteration is over one tick: every iterate starts where the last one of the tick before
/// ended, and y_0 is its multiplier, held. For a run of any length.
struct EachTick {
  static constexpr bool whole_run = false;
};
/// The iteration is over the whole run, y_0 = 0: the method as published. The iterates are motions
/// of their own, which go apart with time where the motion has a frequency of its own: then more
/// iterations make it worse. For short runs, and for the published numbers.
struct WholeRun {
  static constexpr bool whole_run = true;
};

}  // namespace taut

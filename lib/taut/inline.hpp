/// \file
/// What is to be inlined at any size. Interrupt: safe.
#pragma once

/// Inlined wherever the compiler optimises: the loops over a table made when compiled are plain
/// statements then. Without optimisation, where each copy costs memory and time to compile and
/// gains nothing, calls stay calls.
#ifdef __OPTIMIZE__
#define TAUT_INLINE __attribute__((always_inline))
#else
#define TAUT_INLINE
#endif

namespace taut {

/// What follows reads x from memory, where it is kept anyway, and holds no second copy of it.
template <class T>
TAUT_INLINE inline void keep_in_memory(T& x) {
  asm("" : "+m"(x));
}

/// The compiler knows nothing of x afterwards, and makes no branch of what x came from: what is
/// looked up by an index stays a load, what is computed from a bounded number is computed for all.
TAUT_INLINE inline void keep_opaque(int& x) { asm("" : "+r"(x)); }
// In a register of the floating point unit, where there is one for the type.
#if defined(__ARM_FP) && defined(__arm__)
#define TAUT_FLOAT_REGISTER "+t"
#define TAUT_DOUBLE_REGISTER "+m"
#if __ARM_FP & 8
#undef TAUT_DOUBLE_REGISTER
#define TAUT_DOUBLE_REGISTER "+w"
#endif
#elif defined(__SSE2__)
#define TAUT_FLOAT_REGISTER "+x"
#define TAUT_DOUBLE_REGISTER "+x"
#else
#define TAUT_FLOAT_REGISTER "+m"
#define TAUT_DOUBLE_REGISTER "+m"
#endif
TAUT_INLINE inline void keep_opaque(float& x) { asm("" : TAUT_FLOAT_REGISTER(x)); }
TAUT_INLINE inline void keep_opaque(double& x) { asm("" : TAUT_DOUBLE_REGISTER(x)); }
#undef TAUT_FLOAT_REGISTER
#undef TAUT_DOUBLE_REGISTER

}  // namespace taut

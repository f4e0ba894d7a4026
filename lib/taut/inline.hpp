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

}  // namespace taut

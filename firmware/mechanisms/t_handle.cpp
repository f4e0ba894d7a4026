/// \file
/// The T-handle, which turns over and over.
#include "models/mechanisms/t_handle.hpp"

#include "mechanisms/subjects.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

const Subject t_handle =
    Run<THandle<float>, Rattle<0, DampingJacobian>, THandleStart<float>>::subject(
        "t_handle", "rattle_0_damping");

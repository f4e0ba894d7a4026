/// \file
/// One pendulum whose mass matrix is stated in each of the four forms, and may be given any values.
#pragma once

#include "models/pendulum.hpp"

namespace taut::testing {

template <class S, MassForm form>
struct MassFormPendulum {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = form;
  static constexpr bool diagonal =
      form == MassForm::constant_diagonal || form == MassForm::diagonal;
  using Mass = std::conditional_t<diagonal, Vector<S, 2>, Matrix<S, 2, 2>>;

  Mass mass = unit_mass();
  S gravity_m_s2 = S(13.7503716373294544);

  // the one that fits the form is found
  template <class Void = void>
  std::enable_if_t<(form == MassForm::constant_diagonal || form == MassForm::constant_dense) &&
                       std::is_void_v<Void>,
                   Mass>
  mass_matrix() const {
    return mass;
  }
  template <class Void = void>
  std::enable_if_t<(form == MassForm::diagonal || form == MassForm::dense) && std::is_void_v<Void>,
                   Mass>
  mass_matrix(const Vector<S, 2>&, const Signals<MassFormPendulum, S>&) const {
    return mass;
  }

  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<MassFormPendulum, N>&) const {
    return {N(0), N(-gravity_m_s2)};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<MassFormPendulum, N>&) const {
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - S(1));
  }

 private:
  static Mass unit_mass() {
    if constexpr (diagonal)
      return Mass::Ones();
    else
      return Mass::Identity();
  }
};

}  // namespace taut::testing

/// \file
/// The derivatives of a whole step: F = dx_{n+1}/dx_n and B = dx_{n+1}/dw of any method without a
/// memory of its own, x = (q, u), exact to rounding, by running the step on dual numbers. What an
/// extended Kalman filter or a linear-quadratic regulator on the same controller linearises with.
///
///     x_{n+1} = Phi(x_n, w_n),   F = Phi_x,   B = Phi_w                                 (DJ.1)
///
/// All of the step is differentiated: the projections, the factorisations and the derivatives that
/// the method itself takes. F maps any change of x, also one that leaves the constraints; changes
/// along them stay on them to the closure of the method. Multipliers that a method starts from (the
/// Euler family with FullDerivative) are held, unless `multipliers` makes them part of x.
///
/// `Mechanism` is a model as a template on its scalar, the type or an alias: parameters of the dual
/// model may carry derivatives too. The cost is about that of a step and an evaluation of the
/// matrices on numbers with `directions` derivatives; with fewer directions than columns there are
/// more passes, each with less memory. Fixed. Not for methods with a Memory, nor for models that
/// stop being smooth within the step. Interrupt: safe; mind the stack.
///
/// Source: forward mode, Griewank and Walther, Evaluating Derivatives, 2nd ed., section 3.1.
#pragma once

#include "taut/stepper.hpp"

namespace taut {

template <template <class> class Mechanism, class Method, class S, bool multipliers = false,
          int directions = 0>
class DiscreteJacobian {
  using Plain = Mechanism<S>;
  static_assert(std::is_empty_v<typename Method::template Memory<Plain>>,
                "taut: DiscreteJacobian is for methods without a memory of their own.");
  static_assert(!detail::has_contact<Plain>,
                "taut: DiscreteJacobian is for models without algebraic coordinates and without a "
                "force that depends on the multipliers.");

 public:
  static constexpr int nq = Plain::nq, nu = detail::nu<Plain>(), nw = detail::nw<Plain>();
  static constexpr int nx = nq + nu + (multipliers ? detail::nl<Plain>() : 0);
  /// Columns of a pass: all of [F B] unless stated.
  static constexpr int width = directions > 0 ? directions : nx + nw;
  using Number = Dual<S, width>;
  using DualModel = Mechanism<Number>;
  using DualStepper = Stepper<DualModel, Method, PlainSummation>;

  explicit DiscreteJacobian(const DualModel& model, StepSize<S> step, Method method = Method{})
      : stepper_(model, {Number(step.h), step.period_s, step.period_ticks},
                 Limits<Number>::template of<DualModel>(), method) {}

  /// F and B of the step that a stepper at `state` would take with inputs w. On any status but ok,
  /// the one that step would give, they are unchanged.
  template <class StateType>
  Status evaluate(const StateType& state, const Input<Plain>& w) {
    Matrix<S, nx, nx + nw> columns;
    for (int first = 0; first < nx + nw; first += width) {
      Status status = stepper_.restore(seeded(state, first));
      if (status == Status::ok) status = stepper_.step(seeded(w, first));
      if (status != Status::ok) return status;
      read(first, columns);
    }
    if (!detail::all_finite(columns)) return Status::non_finite_state;
    F_ = columns.template leftCols<nx>();
    B_ = columns.template rightCols<nw>();
    return Status::ok;
  }

  const Matrix<S, nx, nx>& F() const { return F_; }
  const Matrix<S, nx, nw>& B() const { return B_; }

  /// The model of the step, for parameters that follow a state of a filter.
  const DualModel& model() const { return stepper_.model(); }

 private:
  // x as a number that moves along its own direction of the pass.
  static Number along(S x, int direction) {
    Number y(x);
    if (0 <= direction && direction < width) y.derivative[direction] = S(1);
    return y;
  }

  template <class StateType>
  static typename DualStepper::StateType seeded(const StateType& state, int first) {
    typename DualStepper::StateType x{};
    for (std::size_t i = 0; i < x.q.size(); ++i) x.q[i] = along(state.q[i], int(i) - first);
    for (std::size_t i = 0; i < x.u.size(); ++i) x.u[i] = along(state.u[i], nq + int(i) - first);
    for (std::size_t i = 0; i < x.lambda.size(); ++i)
      x.lambda[i] = along(state.lambda[i], multipliers ? nq + nu + int(i) - first : -1);
    for (std::size_t i = 0; i < x.w.size(); ++i) x.w[i] = Number(state.w[i]);
    x.time = state.time;
    return x;
  }
  static Input<DualModel> seeded(const Input<Plain>& w, int first) {
    Input<DualModel> y{};
    for (std::size_t i = 0; i < w.size(); ++i) y[i] = along(w[i], nx + int(i) - first);
    return y;
  }

  // The derivatives of x_{n+1} along the directions of the pass.
  void read(int first, Matrix<S, nx, nx + nw>& columns) const {
    const typename DualStepper::StateType& x = stepper_.state();
    for (int j = 0; j < width && first + j < nx + nw; ++j) {
      int row = 0;
      for (const Number& entry : x.q) columns(row++, first + j) = entry.derivative[j];
      for (const Number& entry : x.u) columns(row++, first + j) = entry.derivative[j];
      if constexpr (multipliers)
        for (const Number& entry : x.lambda) columns(row++, first + j) = entry.derivative[j];
    }
  }

  DualStepper stepper_;
  Matrix<S, nx, nx> F_ = Matrix<S, nx, nx>::Zero();
  Matrix<S, nx, nw> B_ = Matrix<S, nx, nw>::Zero();
};

}  // namespace taut

/// \file
/// Sequential regularisation of index-2 problems (docs/methods/srm.md, section 2).
///
///     x' = f(x,t) - B(x,t) y      0 = g(x,t)      G = g_x,  G B regular but for single points
///
/// Iterate s = 1, 2, ... is the solution of an ordinary differential equation in which the
/// multiplier is the one of iterate s - 1, corrected by what is left of the constraint:
///
///     x_s' = f - B y_s                                                                (SR.2)
///     y_s = y_{s-1} + (1/eps) E alpha_2 g                                             (SR.3)
///     (eps I + E G B) y_s = eps y_{s-1} + E (G f + g_t + alpha_2 g)                   (SR.4)
///     z_s = B (G B)^-1 (G z_{s-1} + (alpha_2 / eps) g),   z = B y                     (SR.5)
///     z_s = B (G B)^-1 (eps G z_{s-1} + G f + g_t + alpha_2 g) / (1 + eps)            (SR.6)
///
/// all at (x_s, t), by Heun's rule: (SR.3) with alpha_1 = 0; (SR.4) with alpha_1 = 1, which is
/// (SR.1) with g' = G (f - B y_s) + g_t solved for y_s and has Baumgarte's method with parameter
/// alpha_2 as its limit eps = 0; (SR.5) and (SR.6) the same with SingularWeight.
///
/// EachTick (the default) iterates over one tick: every iterate starts at x_n, and y_0 is what the
/// last iterate carried there. WholeRun iterates over the whole run with y_0 = 0, as the paper:
/// sub-step k of iterate s needs y_{s-1} at its two ends alone, so that all iterates go along
/// together and are those of a run that finishes the interval for s - 1 before it begins s. There
/// |g| of iterate s is of order eps^s after a layer of a few eps, down to the error of order h^2.
///
/// Not good for: small eps with alpha_1 = 0 (stable for sub-steps up to 2 eps / rho(E G B)),
/// closure to rounding, multipliers in the first few eps of a run, which start from 0.
///
/// Source: Ascher, Lin, SIAM J. Numer. Anal. 33 (1996) and SIAM J. Sci. Comput. 18 (1997). Of the
/// second, (SR.1) is (2.4)-(2.5). That (SR.4) is its (2.12), (SR.3) its (2.15) and (SR.5) its (3.2)
/// is our assignment: the formulas were recovered from the published digits, not from its text.
/// EachTick is ours. Interrupt: step() and the readers are safe in the one context that steps.
#pragma once

#include <array>
#include <limits>

#include "taut/index2_model.hpp"
#include "taut/lu.hpp"
#include "taut/products.hpp"
#include "taut/srm_weight.hpp"
#include "taut/state.hpp"

namespace taut {

/// alpha_1 = 0: the constraint alone.
struct ConstraintAlone {
  static constexpr bool rate = false;
};
/// alpha_1 = 1: the constraint and its rate. Not stiff for small eps: 1e-8 is a good choice.
struct ConstraintAndRate {
  static constexpr bool rate = true;
};

/// Steps an index-2 problem by `iterations` iterates with `substeps` steps of Heun's rule a tick.
/// A failed step leaves the state bit for bit as it was. Cost a tick: 2 iterations substeps
/// evaluations of f, B, g, G (EachTick: iterations more), and as many factorisations of ny x ny
/// where E is (G B)^-1 or the rate is used.
template <class Model, class Weight = InverseWeight, class Form = ConstraintAlone,
          int iterations = 2, int substeps = 1, class Window = EachTick>
class SrmIndex2 {
  static_assert(check_index2_model<Model>());
  static_assert(iterations > 0 && substeps > 0,
                "taut: SrmIndex2 takes at least one iteration and one sub-step a tick.");

 public:
  using S = typename Model::Scalar;
  static constexpr int nx = Model::nx, ny = Model::ny;
  using Carried = std::conditional_t<Weight::carries_rate, Vector<S, nx>, Vector<S, ny>>;

  /// x of one iterate with what belongs to it at the same time.
  struct Iterate {
    std::array<Sum<S>, static_cast<std::size_t>(nx)> x;
    /// y_s (ny), or z_s (nx) with SingularWeight
    std::array<S, static_cast<std::size_t>(Weight::carries_rate ? nx : ny)> carried;
    std::array<S, static_cast<std::size_t>(nx)> slope;  ///< x_s'
  };
  /// The iterates that are kept: with EachTick the last one, with WholeRun all, s = 1 first.
  static constexpr int kept = Window::whole_run ? iterations : 1;
  /// Trivially copyable.
  struct State {
    std::array<Iterate, static_cast<std::size_t>(kept)> iterates;
    TickCount time;
  };

  /// `epsilon` in s for E = (G B)^-1 and alpha_2 = 1 (else in its units), not negative; 0 only with
  /// ConstraintAndRate. `pivot_share`: see lu.hpp.
  SrmIndex2(const Model& model, StepSize<S> step, S epsilon, S alpha_2 = S(1),
            S pivot_share = S(64) * std::numeric_limits<S>::epsilon())
      : model_(model), step_(step), epsilon_(epsilon), alpha_2_(alpha_2), tolerance_(pivot_share) {}

  /// Starts all iterates at x (nx) with g(x, t) = 0. On failure the stepper is as it was:
  /// invalid_step_size, non_finite_state, rank_deficient_constraints (as with step()).
  Status reset(const std::array<S, static_cast<std::size_t>(nx)>& x, TickCount time = {}) {
    if (!step_.valid()) return Status::invalid_step_size;
    State start{};
    start.time = time;
    Carried previous = Carried::Zero();
    Status status = Status::ok;
    for (Iterate& iterate : start.iterates) {
      for (std::size_t i = 0; i < x.size(); ++i) iterate.x[i] = {x[i], S(0)};
      status = first_failure(status, evaluate(at(time, 0), previous, iterate));
      previous = detail::load(iterate.carried);
    }
    return adopt(start, status);
  }

  /// One tick. A fixed number of operations where it is ok; rank_deficient_constraints where G B is
  /// singular and has to be solved with.
  Status step() {
    if (!started_) return Status::not_started;
    State next = state_;
    const S h = step_.h / S(substeps);
    // what the iterate before carries at the grid points of the tick
    Carried grid[substeps + 1];
    Carried first = Carried::Zero();
    if constexpr (!Window::whole_run) first = carried();
    for (Carried& y : grid) y = first;
    Status status = Status::ok;
    for (int s = 1; s <= iterations; ++s) {
      Iterate& iterate = next.iterates[static_cast<std::size_t>(Window::whole_run ? s - 1 : 0)];
      if constexpr (!Window::whole_run) {
        iterate = state_.iterates[0];
        status = first_failure(status, evaluate(at(state_.time, 0), grid[0], iterate));
      }
      for (int j = 0; j < substeps; ++j) {
        // k_1 = x_s' at t_j; overwrites y_{s-1}(t_j) by y_s(t_j)
        grid[j] = detail::load(iterate.carried);
        // k_2 = x_s' at (x_s + h k_1, t_{j+1}) with y_{s-1}(t_{j+1})
        const Vector<S, nx> k_1 = detail::load(iterate.slope);
        Vector<S, nx> stage;
        for (int i = 0; i < nx; ++i) stage[i] = Sums::predict(entry(iterate, i), h * k_1[i]);
        const Time<S> t = at(state_.time, j + 1);
        Vector<S, nx> k_2;
        Carried at_stage;
        status = first_failure(status, evaluate(stage, t, grid[j + 1], at_stage, k_2));
        // x_s + h/2 (k_1 + k_2), and its slope with y_{s-1}(t_{j+1})
        for (int i = 0; i < nx; ++i)
          entry(iterate, i) = Sums::add(entry(iterate, i), S(0.5) * h * (k_1[i] + k_2[i]), S(0));
        status = first_failure(status, evaluate(t, grid[j + 1], iterate));
      }
      grid[substeps] = detail::load(iterate.carried);
    }
    next.time = state_.time.next(step_);
    return adopt(next, status);
  }

  const State& state() const { return state_; }
  /// x (nx) of the last iterate, and of the s-th that is kept, s in [1, kept].
  Vector<S, nx> x() const { return x(kept); }
  Vector<S, nx> x(int s) const { return values(at_iterate(s)); }
  /// y_s (ny), or B y_s (nx) with SingularWeight, of the last iterate.
  Carried carried() const { return detail::load(at_iterate(kept).carried); }
  /// t of the state.
  Time<S> time() const { return at(state_.time, 0); }

 private:
  using Sums = DefaultSummation<S>;

  const Iterate& at_iterate(int s) const {
    return state_.iterates[static_cast<std::size_t>(s - 1)];
  }
  static Sum<S>& entry(Iterate& iterate, int i) { return iterate.x[static_cast<std::size_t>(i)]; }
  static Vector<S, nx> values(const Iterate& iterate) {
    Vector<S, nx> x;
    for (int i = 0; i < nx; ++i) x[i] = iterate.x[static_cast<std::size_t>(i)].hi;
    return x;
  }

  // t_n + j h / substeps; the last is the next tick, to the bit.
  Time<S> at(const TickCount& tick, int j) const {
    const TickCount whole = j == substeps ? tick.next(step_) : tick;
    const S part = S(whole.ticks) * step_.h;
    return {whole.whole_s, j == substeps ? part : part + S(j) * (step_.h / S(substeps))};
  }

  // What iterate s carries at (x, t), from what s - 1 carries there, and its slope.
  [[gnu::flatten]] Status evaluate(const Vector<S, nx>& x, const Time<S>& t,
                                   const Carried& previous, Carried& carried,
                                   Vector<S, nx>& slope) const {
    slope = model_.field(x, t);
    const Matrix<S, nx, ny> B = model_.multiplier_matrix(x, t);
    const Index2Constraint<Model> constraint(model_, x, t);
    Matrix<S, ny, ny> GB;
    for (int i = 0; i < ny; ++i)
      for (int k = 0; k < ny; ++k) GB(i, k) = row_times_column<nx>(constraint.G, i, B, k);

    // r = alpha_1 (G f + g_t) + alpha_2 g, to be divided by eps
    Vector<S, ny> r = alpha_2_ * constraint.g;
    if constexpr (Form::rate) {
      for (int i = 0; i < ny; ++i) {
        r[i] += constraint.g_t[i];
        for (int j = 0; j < nx; ++j) r[i] += constraint.G(i, j) * slope[j];
      }
    }

    Status status = Status::ok;
    Vector<S, ny> y;
    if constexpr (Weight::inverse) {
      Lu<S, ny> lu;
      if (!lu.factorise(GB, tolerance_)) status = Status::rank_deficient_constraints;
      if constexpr (Weight::carries_rate) {
        // (SR.5), (SR.6): y = (G B)^-1 (G z_{s-1} + r / eps)
        //             or (G B)^-1 (eps G z_{s-1} + r) / (1 + eps)
        for (int i = 0; i < ny; ++i) {
          const S image = row_times(constraint.G, i, previous);
          y[i] =
              Form::rate ? (epsilon_ * image + r[i]) / (S(1) + epsilon_) : image + r[i] / epsilon_;
        }
        lu.solve_in_place(y);
      } else {
        // (SR.3), (SR.4): y = y_{s-1} + (G B)^-1 r / eps, or (eps y_{s-1} + (G B)^-1 r) / (1 + eps)
        lu.solve_in_place(r);
        for (int i = 0; i < ny; ++i)
          y[i] = Form::rate ? (epsilon_ * previous[i] + r[i]) / (S(1) + epsilon_)
                            : previous[i] + r[i] / epsilon_;
      }
    } else {
      if constexpr (Weight::transposed) r = transposed_product<ny>(GB, r);
      if constexpr (Form::rate) {
        // (SR.4): (eps I + E G B) y = eps y_{s-1} + E r
        Matrix<S, ny, ny> left = GB;
        if constexpr (Weight::transposed)
          for (int k = 0; k < ny; ++k) {
            const Vector<S, ny> column = GB.col(k);
            left.col(k) = transposed_product<ny>(GB, column);
          }
        for (int i = 0; i < ny; ++i) {
          left(i, i) += epsilon_;
          y[i] = epsilon_ * previous[i] + r[i];
        }
        Lu<S, ny> lu;
        if (!lu.factorise(left, tolerance_)) status = Status::rank_deficient_constraints;
        lu.solve_in_place(y);
      } else {
        // (SR.3): y = y_{s-1} + E r / eps
        for (int i = 0; i < ny; ++i) y[i] = previous[i] + r[i] / epsilon_;
      }
    }

    // (SR.2): x' = f - B y
    const Vector<S, nx> z = product(B, y);
    slope -= z;
    if constexpr (Weight::carries_rate)
      carried = z;
    else
      carried = y;
    return status;
  }

  // The same at the x of an iterate, into it.
  Status evaluate(const Time<S>& t, const Carried& previous, Iterate& iterate) const {
    Carried carried;
    Vector<S, nx> slope;
    const Status status = evaluate(values(iterate), t, previous, carried, slope);
    for (std::size_t i = 0; i < iterate.carried.size(); ++i)
      iterate.carried[i] = carried[static_cast<int>(i)];
    for (std::size_t i = 0; i < iterate.slope.size(); ++i)
      iterate.slope[i] = slope[static_cast<int>(i)];
    return status;
  }

  // Makes `next` the state where it is sound. What is not finite goes before its consequences.
  Status adopt(const State& next, Status status) {
    S sum = S(0);
    for (const Iterate& iterate : next.iterates)
      for (const Sum<S>& x : iterate.x) sum += x.hi;
    if (!is_finite(sum)) return Status::non_finite_state;
    if (status != Status::ok) return status;
    for (const Iterate& iterate : next.iterates)
      for (const S& rate : iterate.slope) sum += rate;
    if (!is_finite(sum)) return Status::non_finite_state;
    state_ = next;
    started_ = true;
    return Status::ok;
  }

  Model model_;
  StepSize<S> step_;
  S epsilon_, alpha_2_, tolerance_;
  State state_{};
  bool started_ = false;
};

}  // namespace taut

/// \file
/// A model (model.hpp) from a list of bodies and joints. The list is a plain struct, here System:
///
///     using Scalar                     float or double
///     static constexpr std::array joints{revolute(ground, crank, "crank pivot"), ...};
///     std::array<PlanarBody<S>, n> bodies          or SpatialBody<S>: the bodies, from 0
///     std::array<PlanarGeometry<S>, k> geometry    or SpatialGeometry<S>: where each joint sits
///     void apply_forces(bodies, signals) const     a template: all that acts beside the joints,
///                                                  by the elements of mechanism/forces.hpp
///     auto potential_energy(bodies) const          a template, where mechanism/outputs.hpp is
///                                                  to give it
/// and, where needed, as in a model: nw, nr, rheonomic, excitation(t), redundant, regularisation,
/// residual_limit, split_positions;
///     unrolled_products = 600          flash against speed: elimination.hpp
///
/// The velocities are those of the centres of mass in the world and, in space, the angular
/// velocities in body axes, so that M is constant and diagonal. The step costs what
/// elimination.hpp says: linear in the number of joints for chains, ladders and trees.
/// Interrupt: safe.
#pragma once

#include <cstdint>

#include "taut/block_saddle_point.hpp"
#include "taut/mechanism/forces.hpp"
#include "taut/mechanism/structure.hpp"

namespace taut {

template <class System>
struct Mechanism {
  using Scalar = typename System::Scalar;
  using S = Scalar;
  using Space = detail::SpaceOf<System>;
  using Structure = detail::MechanismStructure<System>;
  using Plan = Elimination<Structure>;
  static constexpr int bodies = Structure::parts;
  static constexpr int nq = Space::body_nq * bodies, nu = Space::body_nu * bodies;
  static constexpr int nc = Plan::rows;
  static constexpr int nw = detail::nw<System>(), nr = detail::nr<System>();
  static constexpr bool rheonomic = detail::rheonomic<System>();
  static constexpr bool redundant = detail::redundant<System>();
  static constexpr S regularisation = detail::regularisation<System>();
  static constexpr bool split_positions = detail::split_positions<System>();
  static constexpr S residual_limit = detail::residual_limit<System>();
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr auto angle_coordinates = Space::template angle_coordinates<bodies>();
  static constexpr auto quaternion_coordinates = Space::template quaternion_coordinates<bodies>();

  /// Multiplications of a factorisation and the three solves of a step with one projection. An
  /// image in which it has an address shows it to tools/check_image.
  static constexpr std::uint32_t step_products =
      Plan::factorise_products + 3 * Plan::solve_products;

  System system{};

  Vector<S, nu> mass_matrix() const {
    Vector<S, nu> m;
    for (int b = 0; b < bodies; ++b)
      Space::put_mass(system.bodies[detail::index(b)], Space::body_nu * b, m);
    return m;
  }

  /// V(q) u, in space.
  template <class N, class In = Space, std::enable_if_t<In::body_nq != In::body_nu, int> = 0>
  Vector<N, nq> kinematics(const Vector<N, nq>& q, const Vector<N, nu>& u) const {
    if constexpr (Plan::known_kinds)
      return rate_of_coordinates(q, u);
    else
      return rate_out_of_line(q, u);
  }

  template <class N>
  Vector<N, nu> force(const Vector<N, nq>& q, const Vector<N, nu>& u,
                      const Signals<Mechanism, N>& s) const {
    if constexpr (Plan::known_kinds)
      return sum_of_forces(q, u, s);
    else
      return forces_out_of_line(q, u, s);
  }

  template <class N>
  Vector<N, nc> constraint(const Vector<N, nq>& q, const Signals<Mechanism, N>& s) const {
    if constexpr (Plan::known_kinds)
      return residual(q, s);
    else
      return residual_out_of_line(q, s);
  }

  /// g and [G, g_t].
  void linearise(const Vector<S, nq>& q, const Signals<Mechanism, Jet<S>>& s, Vector<S, nc>& g,
                 detail::ConstraintJacobian<Mechanism>& J) const {
    const Poses<S> poses(q);
    for_each_joint([&](auto i, auto kind) TAUT_INLINE {
      using Rows = JointRows<decltype(kind)>;
      const auto between = relative(i, poses);
      const Jet<S> drive = drive_of<Jet<S>>(kind, i, s);
      const auto first = detail::first_row_of<Plan>(i);
      Rows::residual(between, joint(i), drive.value.value,
                     [&](auto r, const S& value) { g[first + r] = value; });
      Rows::jacobian(between, joint(i), [&](auto side, auto r, auto c, const S& value) TAUT_INLINE {
        J.set(i, side, r, c, value);
      });
      if constexpr (rheonomic)
        for (int r = 0; r < Rows::rows; ++r) J.set_rate(first + r, -drive.value.derivative[0]);
    });
  }

  Vector<S, nc> constraint_acceleration(const Vector<S, nq>& q, const Vector<S, nu>& u,
                                        const Signals<Mechanism, Jet<S>>& s) const {
    Vector<S, nc> gamma;
    const Poses<S> poses(q);
    for_each_joint([&](auto i, auto kind) TAUT_INLINE {
      const auto first = detail::first_row_of<Plan>(i);
      JointRows<decltype(kind)>::acceleration(
          relative(i, poses), joint(i), motion(u, joint(i).a), motion(u, joint(i).b),
          [&](auto r, const S& value) { gamma[first + r] = value; });
      if constexpr (is_driven(kind))
        gamma[first] -= drive_of<Jet<S>>(kind, i, s).derivative[0].derivative[0];
    });
    return gamma;
  }

  // (G')^T lambda: G along the motion, in one direction
  Vector<S, nu> constraint_force_rate(const Vector<S, nq>& q, const Vector<S, nu>& u,
                                      const Vector<S, nc>& lambda,
                                      const Signals<Mechanism, Jet<S>>&) const {
    using D = Dual<S, 1>;
    Vector<D, nq> moving;
    const Vector<S, nq> rate = coordinate_rate(*this, q, u);
    for (int i = 0; i < nq; ++i) moving[i] = detail::lift<D>(q[i], rate[i], S(0));
    const Poses<D> poses(moving);
    Vector<S, nu> y = Vector<S, nu>::Zero();
    for_each_joint([&](auto i, auto kind) TAUT_INLINE {
      const auto first = detail::first_row_of<Plan>(i);
      JointRows<decltype(kind)>::jacobian(
          relative(i, poses), joint(i), [&](auto side, auto r, auto c, const D& value) TAUT_INLINE {
            const int body = side == 0 ? joint(i).a : joint(i).b;
            if (body >= 0) y[Space::body_nu * body + c] += value.derivative[0] * lambda[first + r];
          });
    });
    return y;
  }

  template <class N>
  Vector<N, nr> excitation(const Time<N>& t) const {
    return system.excitation(t);
  }

  /// What was said of joint i when the mechanism was compiled.
  static constexpr const Joint& joint(std::ptrdiff_t i) { return System::joints[detail::index(i)]; }

  /// The pose of a body, or of the ground.
  template <class N>
  static typename Space::template Pose<N> pose(const Vector<N, nq>& q, int body) {
    return body < 0 ? Space::template ground_pose<N>() : Space::pose(q, body);
  }
  template <class N>
  static typename Space::template Motion<N> motion(const Vector<N, nu>& u, int body) {
    return body < 0 ? Space::template ground_motion<N>() : Space::motion(u, body);
  }

 private:
  template <JointKind kind>
  using JointRowsOf = typename Space::template JointRows<kind>;
  template <class Kind>
  using JointRows = JointRowsOf<static_cast<JointKind>(Kind::value)>;

  template <int n>
  static constexpr auto bound() {
    return detail::bound<Plan, n>();
  }
  static constexpr bool is_driven(int kind) {
    return kind == static_cast<int>(JointKind::driven_angle) ||
           kind == static_cast<int>(JointKind::driven_slide);
  }

  // All poses, the ground's last.
  template <class N>
  struct Poses {
    typename Space::template Pose<N> of[bodies + 1];
    TAUT_INLINE explicit Poses(const Vector<N, nq>& q) {
      Space::put_poses(q, of);
      of[bodies] = Space::template ground_pose<N>();
    }
    const auto& operator[](std::ptrdiff_t body) const { return of[body < 0 ? bodies : body]; }
    template <int body>
        auto operator[](Index<body>) const -> std::conditional_t <
        body<0, typename Space::template Ground<N>, const typename Space::template Pose<N>&> {
      if constexpr (body < 0)
        return {};
      else
        return of[body];
    }
  };

  template <class Block, class N>
  TAUT_INLINE auto relative(Block i, const Poses<N>& poses) const {
    const auto a = at<Plan::body>(Plan::side(i, Index<0>{}));
    const auto b = at<Plan::body>(Plan::side(i, Index<1>{}));
    return typename Space::template Relative<N, S, decltype(poses[a]), decltype(poses[b])>(
        poses[a], poses[b], system.geometry[detail::index(i)]);
  }

  // f(joint, kind), each joint once: joints of one kind after the other where a loop is to know it.
  template <class F>
  TAUT_INLINE static void for_each_joint(F&& f) {
    if constexpr (Plan::known_kinds) {
      for_each(bound<Plan::blocks>(), [&](auto i) TAUT_INLINE { f(i, detail::kind_of<Plan>(i)); });
    } else {
      for_each(Index<Structure::kinds>{}, [&](auto kind) TAUT_INLINE {
        if constexpr (count_of(kind) > 0)
          for (std::ptrdiff_t i = 0; i < Plan::blocks; ++i)
            if (Plan::kind[detail::index(i)] == kind) f(i, kind);
      });
    }
  }
  static constexpr int count_of(int kind) {
    int n = 0;
    for (const ConstraintBlock& block : Structure::blocks) n += block.kind == kind;
    return n;
  }

  template <class N, class Kind, class Sig>
  static N drive_of(Kind, std::ptrdiff_t i, const Sig& s) {
    if constexpr (is_driven(Kind::value)) {
      const Drive& drive = joint(i).drive;
      if constexpr (nr > 0)
        if (drive.excitation) return s.r[drive.index];
      if constexpr (nw > 0)
        if (!drive.excitation) return N(s.w[drive.index]);
    }
    return N(S(0));
  }

  template <class N>
  TAUT_INLINE static Vector<N, nq> rate_of_coordinates(const Vector<N, nq>& q,
                                                       const Vector<N, nu>& u) {
    Vector<N, nq> rate;
    for_each(bound<bodies>(), [&](auto b) TAUT_INLINE { Space::put_rate(q, u, int(b), rate); });
    return rate;
  }
  template <class N>
  [[gnu::noinline, gnu::flatten]] static Vector<N, nq> rate_out_of_line(const Vector<N, nq>& q,
                                                                        const Vector<N, nu>& u) {
    return rate_of_coordinates(q, u);
  }

  template <class N>
  TAUT_INLINE Vector<N, nu> sum_of_forces(const Vector<N, nq>& q, const Vector<N, nu>& u,
                                          const Signals<Mechanism, N>& s) const {
    Vector<N, nu> f;
    // -0 + x is x, of +0 the compiler cannot know it
    for_all<nu>([&](int i) TAUT_INLINE { f[i] = N(S(-0.0)); });
    Bodies<Mechanism, N> acting(system, q, u, f);
    for_each(bound<bodies>(), [&](auto b) TAUT_INLINE { acting.add_gyroscopic(b); });
    system.apply_forces(acting, s);
    acting.finish();
    return f;
  }
  template <class N>
  [[gnu::noinline, gnu::flatten]] Vector<N, nu> forces_out_of_line(
      const Vector<N, nq>& q, const Vector<N, nu>& u, const Signals<Mechanism, N>& s) const {
    return sum_of_forces(q, u, s);
  }

  template <class N>
  TAUT_INLINE Vector<N, nc> residual(const Vector<N, nq>& q, const Signals<Mechanism, N>& s) const {
    Vector<N, nc> g;
    const Poses<N> poses(q);
    for_each_joint([&](auto i, auto kind) TAUT_INLINE { put_residual(kind, i, poses, s, g); });
    return g;
  }
  // Loops with a kernel for each kind of joint: once, not in every evaluation of a step.
  template <class N>
  [[gnu::noinline, gnu::flatten]] Vector<N, nc> residual_out_of_line(
      const Vector<N, nq>& q, const Signals<Mechanism, N>& s) const {
    return residual(q, s);
  }
  template <class Kind, class Block, class N>
  TAUT_INLINE void put_residual(Kind, Block i, const Poses<N>& poses,
                                const Signals<Mechanism, N>& s, Vector<N, nc>& g) const {
    const auto first = detail::first_row_of<Plan>(i);
    JointRows<Kind>::residual(relative(i, poses), joint(i), drive_of<N>(Kind{}, i, s),
                              [&](auto r, const N& value) { g[first + r] = value; });
  }
};

}  // namespace taut

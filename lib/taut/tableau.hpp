/// \file
/// Butcher tableaux of explicit Runge-Kutta methods, as plain structs of constants.
///
///     k_i = F(t + c_i h, z + h sum_{j<i} a_ij k_j),   z_{n+1} = z + h sum_i b_i k_i
///
/// A tableau is any struct with
///     static constexpr int stages
///     static constexpr double a[stages][stages], b[stages], c[stages]
/// known at compile time: entries that are zero generate no code. The first stage lies at t, c_i in
/// [0, 1]. Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed.,
/// section II.1; Ralston, Math. Comp. 16 (1962); Dormand and Prince, J. Comp. Appl. Math. 6 (1980).
/// Interrupt: safe.
#pragma once

namespace taut {

/// Order 1.
struct ExplicitEuler {
  static constexpr int stages = 1;
  static constexpr double a[1][1] = {{0}};
  static constexpr double b[1] = {1};
  static constexpr double c[1] = {0};
};

/// Order 2.
struct Midpoint {
  static constexpr int stages = 2;
  static constexpr double a[2][2] = {{0, 0}, {0.5, 0}};
  static constexpr double b[2] = {0, 1};
  static constexpr double c[2] = {0, 0.5};
};

/// Order 2, the explicit trapezoidal rule.
struct Heun {
  static constexpr int stages = 2;
  static constexpr double a[2][2] = {{0, 0}, {1, 0}};
  static constexpr double b[2] = {0.5, 0.5};
  static constexpr double c[2] = {0, 1};
};

/// Order 2 with the smallest bound of the error term.
struct Ralston {
  static constexpr int stages = 2;
  static constexpr double a[2][2] = {{0, 0}, {2.0 / 3, 0}};
  static constexpr double b[2] = {0.25, 0.75};
  static constexpr double c[2] = {0, 2.0 / 3};
};

/// Order 4.
struct ClassicalRungeKutta4 {
  static constexpr int stages = 4;
  static constexpr double a[4][4] = {{0, 0, 0, 0}, {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 1, 0}};
  static constexpr double b[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  static constexpr double c[4] = {0, 0.5, 0.5, 1};
};

/// Order 5 with an embedded solution of order 4. The last stage lies at the new solution; `error`
/// are the weights of the difference between the two.
struct DormandPrince54 {
  static constexpr int stages = 7;
  static constexpr double a[7][7] = {
      {0, 0, 0, 0, 0, 0, 0},
      {1.0 / 5, 0, 0, 0, 0, 0, 0},
      {3.0 / 40, 9.0 / 40, 0, 0, 0, 0, 0},
      {44.0 / 45, -56.0 / 15, 32.0 / 9, 0, 0, 0, 0},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729, 0, 0, 0},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656, 0, 0},
      {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0}};
  static constexpr double b[7] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784,
                                  11.0 / 84,  0};
  static constexpr double c[7] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
  static constexpr double error[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                      -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
};

/// Refuses a tableau that is not explicit or not consistent, in sentences.
template <class Tableau>
constexpr bool check_tableau() {
  constexpr int s = Tableau::stages;
  static_assert(s > 0, "taut: a tableau has at least one stage.");
  constexpr auto equal = [](double x, double y) { return x - y < 1e-12 && y - x < 1e-12; };
  constexpr bool is_explicit = [] {
    for (int i = 0; i < s; ++i)
      for (int j = i; j < s; ++j)
        if (Tableau::a[i][j] != 0) return false;
    return true;
  }();
  static_assert(is_explicit, "taut: a stage of an explicit tableau needs the stages before it.");
  constexpr bool stage_times = [equal] {
    for (int i = 0; i < s; ++i) {
      double sum = 0;
      for (int j = 0; j < i; ++j) sum += Tableau::a[i][j];
      if (!equal(sum, Tableau::c[i]) || !(Tableau::c[i] >= 0 && Tableau::c[i] <= 1)) return false;
    }
    return true;
  }();
  static_assert(stage_times, "taut: c_i is the sum of row i of a tableau and lies in [0, 1].");
  constexpr bool consistent = [equal] {
    double sum = 0;
    for (int i = 0; i < s; ++i) sum += Tableau::b[i];
    return equal(sum, 1);
  }();
  static_assert(consistent, "taut: the weights b of a tableau add up to 1.");
  return true;
}

}  // namespace taut

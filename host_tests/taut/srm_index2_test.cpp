/// \file
/// Sequential regularisation of index-2 problems: the reference iterates, Tables 6.1 to 6.3 of
/// Ascher and Lin, orders in eps, the stability bound, float, and failures.
/// Printed numbers are those of the paper as in the reference folder's tables.md; where that gives
/// none of the paper's, they are those of tables.md itself.
#include "taut/srm_index2.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "models/ascher_lin.hpp"
#include "support/scalars.hpp"
#include "support/srm_table.hpp"

namespace taut {
namespace {

using models::AscherLin61;
using models::AscherLin62;
using models::AscherLin63;
using testing::near;
using testing::prints_as;

// As the paper's runs.
template <class Model, class Weight, class Form, int iterations>
using Whole = SrmIndex2<Model, Weight, Form, iterations, 1, WholeRun>;

template <class S>
constexpr StepSize<S> millisecond = StepSize<S>::hz(1000);

template <class Stepper, class Model>
Status start(Stepper& stepper, const Model& model) {
  return stepper.reset(model.solution(typename Model::Scalar(0)));
}

// False, with a failure, at the first status that is not ok.
template <class Stepper>
bool run(Stepper& stepper, int count) {
  for (int i = 0; i < count; ++i) {
    const Status status = stepper.step();
    if (status != Status::ok) {
      ADD_FAILURE() << "step " << i + 1 << " of " << count << ": " << describe(status);
      return false;
    }
  }
  return true;
}

// Largest error of x and |g| of iterate s.
struct ErrorAndDrift {
  double error, drift;
};
template <class Stepper, class Model>
ErrorAndDrift measure(const Stepper& stepper, const Model& model, int s) {
  const auto t = stepper.time();
  const auto x = stepper.x(s);
  const auto exact = model.solution(t.seconds());
  return {testing::largest_difference(x, exact), std::fabs(double(model.constraint(x, t)[0]))};
}

// ---- the reference -----------------------------------------------------------------------------

// Both are double and differ in the order of operations: one rounding of x, of order one, an entry
// and what a thousand of them add up to.
template <class Weight, class Model>
void expect_reference(const Model& model, const std::string& problem, double epsilon) {
  Whole<Model, Weight, ConstraintAlone, 4> stepper(model, millisecond<double>, epsilon);
  ASSERT_EQ(start(stepper, model), Status::ok);
  const std::vector<testing::SrmValue> rows = testing::srm_table(problem);
  for (int step = 1; step <= 1000; ++step) {
    ASSERT_TRUE(run(stepper, 1));
    for (const testing::SrmValue& row : rows)
      if (row.step == step) {
        EXPECT_TRUE(near(stepper.x(row.iteration)[row.quantity[1] - '1'], row.value,
                         testing::roundings<double>(8)))
            << problem << " iterate " << row.iteration << " step " << step << " " << row.quantity;
      }
  }
}

TEST(SrmIndex2Reference, RegularExampleEqualsTheIterates) {
  expect_reference<IdentityWeight>(AscherLin61<double>{}, "example6.1", 5e-3);
}
TEST(SrmIndex2Reference, SingularExampleEqualsTheIterates) {
  expect_reference<SingularWeight>(AscherLin62<double>{}, "example6.2", 1e-3);
}
TEST(SrmIndex2Reference, ExampleWithUnboundedMultiplierEqualsTheIterates) {
  expect_reference<SingularWeight>(AscherLin63<double>{}, "example6.3", 1e-3);
}

// ---- the tables --------------------------------------------------------------------------------

struct Row {
  int iterate, step;
  double error, drift;
};

template <class Stepper, class Model>
void expect_table(Stepper stepper, const Model& model, const std::vector<Row>& rows) {
  ASSERT_EQ(start(stepper, model), Status::ok);
  for (int step = 1; step <= 1000; ++step) {
    ASSERT_TRUE(run(stepper, 1));
    for (const Row& row : rows)
      if (row.step == step) {
        const ErrorAndDrift actual = measure(stepper, model, row.iterate);
        EXPECT_TRUE(prints_as(actual.error, row.error)) << row.iterate << " " << step;
        EXPECT_TRUE(prints_as(actual.drift, row.drift)) << row.iterate << " " << step;
      }
  }
}

template <class Weight, class Form, int iterations>
void expect_table_61(double epsilon, double alpha_2, const std::vector<Row>& rows) {
  using Model = AscherLin61<double>;
  expect_table(
      Whole<Model, Weight, Form, iterations>(Model{}, millisecond<double>, epsilon, alpha_2),
      Model{}, rows);
}

TEST(SrmIndex2Table61, WithTheRate) {
  expect_table_61<IdentityWeight, ConstraintAndRate, 1>(
      1e-8, 1, {{1, 100, .11e-7, .79e-8}, {1, 500, .94e-7, .56e-7}, {1, 1000, .19e-6, .14e-6}});
  expect_table_61<TransposedWeight, ConstraintAndRate, 1>(
      1e-8, 1, {{1, 100, .11e-7, .78e-8}, {1, 500, .92e-7, .53e-7}, {1, 1000, .18e-6, .14e-6}});
  expect_table_61<InverseWeight, ConstraintAndRate, 1>(
      1e-8, 1, {{1, 100, .11e-7, .80e-8}, {1, 500, .95e-7, .58e-7}, {1, 1000, .19e-6, .15e-6}});
}

TEST(SrmIndex2Table61, BaumgarteIsTheLimitWithParameterOneOverH) {
  expect_table_61<InverseWeight, ConstraintAndRate, 1>(
      0, 1000, {{1, 100, .45e-6, .40e-6}, {1, 500, .16e-6, .70e-7}, {1, 1000, .35e-6, .29e-6}});
}

TEST(SrmIndex2Table61, WithTheConstraintAlone) {
  expect_table_61<IdentityWeight, ConstraintAlone, 4>(5e-3, 1,
                                                      {{1, 100, .60e-2, .54e-2},
                                                       {1, 500, .11e-1, .80e-2},
                                                       {1, 1000, .11e-1, .13e-1},
                                                       {2, 100, .11e-3, .96e-4},
                                                       {2, 500, .26e-3, .20e-3},
                                                       {2, 1000, .22e-3, .27e-3},
                                                       {3, 100, .32e-5, .29e-5},
                                                       {3, 500, .65e-5, .47e-5},
                                                       {3, 1000, .46e-5, .54e-5},
                                                       {4, 100, .26e-6, .13e-6},
                                                       {4, 500, .23e-6, .51e-7},
                                                       {4, 1000, .28e-6, .12e-6}});
  // printed at t = 0.5: .12e-1 for the error of the first iterate and .91e-7 for that of the
  // fourth, which is less than the drift allows; ours are .16e-1 and .91e-6, as those of tables.md
  expect_table_61<TransposedWeight, ConstraintAlone, 4>(5e-3, 1,
                                                        {{1, 100, .70e-2, .64e-2},
                                                         {1, 500, .16e-1, .13e-1},
                                                         {1, 1000, .13e-1, .15e-1},
                                                         {2, 100, .22e-3, .20e-3},
                                                         {2, 500, .65e-3, .49e-3},
                                                         {2, 1000, .31e-3, .29e-3},
                                                         {3, 100, .11e-4, .10e-4},
                                                         {3, 500, .16e-4, .10e-4},
                                                         {3, 1000, .69e-5, .52e-5},
                                                         {4, 100, .85e-6, .75e-6},
                                                         {4, 500, .91e-6, .77e-6},
                                                         {4, 1000, .29e-6, .14e-6}});
  expect_table_61<InverseWeight, ConstraintAlone, 4>(5e-3, 1,
                                                     {{1, 100, .51e-2, .46e-2},
                                                      {1, 500, .66e-2, .49e-2},
                                                      {1, 1000, .10e-1, .12e-1},
                                                      {2, 100, .35e-4, .30e-4},
                                                      {2, 500, .11e-3, .79e-4},
                                                      {2, 1000, .21e-3, .24e-3},
                                                      {3, 100, .86e-6, .77e-6},
                                                      {3, 500, .23e-5, .17e-5},
                                                      {3, 1000, .47e-5, .53e-5},
                                                      {4, 100, .26e-6, .26e-7},
                                                      {4, 500, .18e-6, .31e-7},
                                                      {4, 1000, .26e-6, .13e-6}});
}

// The third iterate as in tables.md; Baumgarte's method as printed.
TEST(SrmIndex2Table62, PassesTheSingularPoint) {
  using Model = AscherLin62<double>;
  expect_table(Whole<Model, SingularWeight, ConstraintAlone, 4>(Model{}, millisecond<double>, 1e-3),
               Model{},
               {{3, 100, 2.3e-7, 9.0e-10},
                {3, 300, 2.6e-7, 1.1e-9},
                {3, 500, 3.4e-7, 7.9e-14},
                {3, 700, 2.9e-7, 3.5e-9},
                {3, 1000, 2.9e-7, 1.8e-8}});
  expect_table(
      Whole<Model, InverseWeight, ConstraintAndRate, 1>(Model{}, millisecond<double>, 0, 1000),
      Model{},
      {{1, 100, .43e-6, .24e-6},
       {1, 300, .45e-6, .16e-6},
       {1, 500, .34e-3, .61e-7},
       {1, 700, .39e-3, .24e-6},
       {1, 1000, .21e-3, .75e-6}});
}

// What is bounded at the singular point is B y, not y: Baumgarte's method loses the solution there.
// Its drift in the point is 1.2e-9 as in tables.md, and .52e+13 in print.
TEST(SrmIndex2Table63, BaumgarteIsLostWhereTheSingularFormPasses) {
  using Model = AscherLin63<double>;
  const Model model;
  Whole<Model, InverseWeight, ConstraintAndRate, 1> baumgarte(model, millisecond<double>, 0, 1000);
  ASSERT_EQ(start(baumgarte, model), Status::ok);
  const Row rows[] = {{1, 100, .49e-7, .39e-7}, {1, 300, .15e-6, .59e-7}, {1, 500, .93e+1, 1.2e-9}};
  int step = 0;
  for (const Row& row : rows) {
    ASSERT_TRUE(run(baumgarte, row.step - step));
    step = row.step;
    const ErrorAndDrift actual = measure(baumgarte, model, 1);
    EXPECT_TRUE(prints_as(actual.error, row.error)) << row.step;
    EXPECT_TRUE(prints_as(actual.drift, row.drift)) << row.step;
  }
  Status status = Status::ok;
  auto before = baumgarte.state();
  for (int i = 0; i < 100 && status == Status::ok; ++i) {
    before = baumgarte.state();
    status = baumgarte.step();
  }
  EXPECT_EQ(status, Status::non_finite_state);
  EXPECT_TRUE(testing::same_bits(before.iterates, baumgarte.state().iterates));
  EXPECT_TRUE(testing::same_bits(before.time, baumgarte.state().time));

  Whole<Model, SingularWeight, ConstraintAlone, 3> regularised(model, millisecond<double>, 1e-3);
  ASSERT_EQ(start(regularised, model), Status::ok);
  for (int i = 1; i <= 1000; ++i) {
    ASSERT_TRUE(run(regularised, 1));
    if (i > 20) {
      EXPECT_LT(measure(regularised, model, 3).error, 1e-6) << i;
    }
  }
}

// ---- properties --------------------------------------------------------------------------------

template <class S>
class SrmIndex2Test : public ::testing::Test {};
TYPED_TEST_SUITE(SrmIndex2Test, testing::Scalars, testing::ScalarNames);

// An iterate does not know how many follow.
TYPED_TEST(SrmIndex2Test, IteratesAreThoseOfRunsWithFewerIterations) {
  using S = TypeParam;
  using Model = AscherLin62<S>;
  Whole<Model, SingularWeight, ConstraintAlone, 4> four(Model{}, millisecond<S>, S(1e-3));
  Whole<Model, SingularWeight, ConstraintAlone, 2> two(Model{}, millisecond<S>, S(1e-3));
  ASSERT_EQ(start(four, Model{}), Status::ok);
  ASSERT_EQ(start(two, Model{}), Status::ok);
  ASSERT_TRUE(run(four, 700) && run(two, 700));
  EXPECT_TRUE(testing::same_bits(two.state().iterates[0].x, four.state().iterates[0].x));
  EXPECT_TRUE(testing::same_bits(two.state().iterates[1].x, four.state().iterates[1].x));
}

// The points of time differ by a rounding.
TYPED_TEST(SrmIndex2Test, SubStepsAreShorterTicks) {
  using S = TypeParam;
  using Model = AscherLin61<S>;
  SrmIndex2<Model, InverseWeight, ConstraintAlone, 3, 4, WholeRun> slow(
      Model{}, StepSize<S>::hz(250), S(2e-3));
  Whole<Model, InverseWeight, ConstraintAlone, 3> fast(Model{}, millisecond<S>, S(2e-3));
  ASSERT_EQ(start(slow, Model{}), Status::ok);
  ASSERT_EQ(start(fast, Model{}), Status::ok);
  ASSERT_TRUE(run(slow, 250) && run(fast, 1000));
  EXPECT_TRUE(testing::all_near(slow.x(), fast.x(), testing::roundings<S>(100)));
}

// The error of iterate s is of order eps^s: half of eps, half, quarter and eighth of it.
TEST(SrmIndex2, EachIterationGainsAnOrderOfEpsilon) {
  using Model = AscherLin61<double>;
  const Model model;
  double error[2][3];
  for (int i = 0; i < 2; ++i) {
    Whole<Model, InverseWeight, ConstraintAlone, 3> stepper(model, StepSize<double>::hz(20000),
                                                            i == 0 ? 4e-3 : 2e-3);
    ASSERT_EQ(start(stepper, model), Status::ok);
    ASSERT_TRUE(run(stepper, 20000));
    for (int s = 1; s <= 3; ++s) error[i][s - 1] = measure(stepper, model, s).error;
  }
  EXPECT_TRUE(near(error[0][0] / error[1][0], 2, 0.1));
  EXPECT_TRUE(near(error[0][1] / error[1][1], 4, 0.3));
  EXPECT_TRUE(near(error[0][2] / error[1][2], 8, 1));
}

// With enough iterations the error is that of Heun's rule: half the step and eps, a quarter.
TEST(SrmIndex2, IsOfSecondOrderWithEpsilonInProportionToTheStep) {
  using Model = AscherLin61<double>;
  const Model model;
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const std::uint32_t hz = i == 0 ? 500 : 1000;
    Whole<Model, InverseWeight, ConstraintAlone, 4> stepper(model, StepSize<double>::hz(hz),
                                                            1.0 / hz);
    ASSERT_EQ(start(stepper, model), Status::ok);
    ASSERT_TRUE(run(stepper, static_cast<int>(hz)));
    error[i] = measure(stepper, model, 4).error;
  }
  EXPECT_TRUE(near(error[0] / error[1], 4, 0.4)) << error[0] << " " << error[1];
}

// The error of x, of order h^2, divided by eps.
TEST(SrmIndex2, CarriesTheMultiplierOrItsForce) {
  const AscherLin61<double> first;
  Whole<AscherLin61<double>, InverseWeight, ConstraintAlone, 3> multiplier(
      first, millisecond<double>, 1e-3);
  ASSERT_EQ(start(multiplier, first), Status::ok);
  ASSERT_TRUE(run(multiplier, 700));
  EXPECT_TRUE(near(multiplier.carried()[0], first.multiplier(0.7), 3e-4));
  // B y = (0, -cos t), also where y is not finite
  const AscherLin63<double> third;
  Whole<AscherLin63<double>, SingularWeight, ConstraintAlone, 3> force(third, millisecond<double>,
                                                                       1e-3);
  ASSERT_EQ(start(force, third), Status::ok);
  ASSERT_TRUE(run(force, 500));
  EXPECT_EQ(force.carried()[0], 0);
  EXPECT_TRUE(near(force.carried()[1], -std::cos(0.5), 3e-4));
}

// Every form and weight ends close to the solution. alpha_1 = 1 takes any eps.
template <class Weight, class Form>
double final_error(double epsilon, double alpha_2) {
  using Model = AscherLin61<double>;
  Whole<Model, Weight, Form, 2> stepper(Model{}, millisecond<double>, epsilon, alpha_2);
  EXPECT_EQ(start(stepper, Model{}), Status::ok);
  EXPECT_TRUE(run(stepper, 1000));
  return measure(stepper, Model{}, 2).error;
}
TEST(SrmIndex2, TheRateTakesAnyEpsilon) {
  for (const double epsilon : {1e-10, 1e-7, 1e-4}) {
    EXPECT_LT((final_error<IdentityWeight, ConstraintAndRate>(epsilon, 1)), 1e-6);
    EXPECT_LT((final_error<TransposedWeight, ConstraintAndRate>(epsilon, 1)), 1e-6);
    EXPECT_LT((final_error<InverseWeight, ConstraintAndRate>(epsilon, 1)), 1e-6);
    EXPECT_LT((final_error<SingularWeight, ConstraintAndRate>(epsilon, 1)), 1e-6);
  }
}

// h <= 2 eps with E = (G B)^-1.
TEST(SrmIndex2, TheConstraintAloneIsStableForStepsUpToTwoEpsilon) {
  EXPECT_LT((final_error<InverseWeight, ConstraintAlone>(0.55e-3, 1)), 1e-4);
  using Model = AscherLin61<double>;
  Whole<Model, InverseWeight, ConstraintAlone, 2> stepper(Model{}, millisecond<double>, 0.45e-3);
  ASSERT_EQ(start(stepper, Model{}), Status::ok);
  Status status = Status::ok;
  for (int i = 0; i < 1000 && status == Status::ok; ++i) status = stepper.step();
  EXPECT_TRUE(status != Status::ok || measure(stepper, Model{}, 2).error > 1e-2);
}

TEST(SrmIndex2, FloatFollowsTheSolution) {
  const auto error = [](auto model, float epsilon) {
    using Model = decltype(model);
    Whole<Model, SingularWeight, ConstraintAlone, 3> stepper(model, millisecond<float>, epsilon);
    EXPECT_EQ(start(stepper, model), Status::ok);
    double worst = 0;
    for (int i = 0; i < 1000; ++i) {
      if (!run(stepper, 1)) break;
      if (i > 20) worst = std::max(worst, measure(stepper, model, 3).error);
    }
    return worst;
  };
  EXPECT_LT(error(AscherLin61<float>{}, 2e-3F), 5e-6);
  EXPECT_LT(error(AscherLin62<float>{}, 1e-3F), 1e-4);
  EXPECT_LT(error(AscherLin63<float>{}, 1e-3F), 5e-6);
}

// ---- each tick ---------------------------------------------------------------------------------

// Largest error and drift after the first 20 ticks of a second.
template <class Weight, int substeps, class Model>
ErrorAndDrift worst_each_tick(const Model& model, typename Model::Scalar epsilon) {
  SrmIndex2<Model, Weight, ConstraintAlone, 2, substeps> stepper(
      model, millisecond<typename Model::Scalar>, epsilon);
  EXPECT_EQ(start(stepper, model), Status::ok);
  ErrorAndDrift worst{0, 0};
  for (int i = 0; i < 1000; ++i) {
    if (!run(stepper, 1)) break;
    if (i < 20) continue;
    const ErrorAndDrift at = measure(stepper, model, 1);
    worst = {std::fmax(worst.error, at.error), std::fmax(worst.drift, at.drift)};
  }
  return worst;
}

// Also through the singular points. In float the second example knows the direction of x there to
// the root of a rounding.
TYPED_TEST(SrmIndex2Test, EachTickFollowsTheSolutions) {
  using S = TypeParam;
  const auto expect = [](const ErrorAndDrift& worst, double for_double, double for_float) {
    EXPECT_LT(worst.error, testing::either<S>(for_double, for_float));
    EXPECT_LT(worst.drift, testing::either<S>(for_double, for_float));
  };
  expect(worst_each_tick<InverseWeight, 1>(AscherLin61<S>{}, S(1e-3)), 3e-6, 8e-6);
  expect(worst_each_tick<IdentityWeight, 1>(AscherLin61<S>{}, S(1e-3)), 3e-6, 8e-6);
  expect(worst_each_tick<TransposedWeight, 1>(AscherLin61<S>{}, S(1e-3)), 3e-6, 8e-6);
  expect(worst_each_tick<SingularWeight, 1>(AscherLin62<S>{}, S(1e-3)), 1e-5, 1e-3);
  expect(worst_each_tick<SingularWeight, 2>(AscherLin63<S>{}, S(5e-4)), 3e-6, 8e-6);
}

// ---- failures ----------------------------------------------------------------------------------

TYPED_TEST(SrmIndex2Test, RefusesWhatItCannotDo) {
  using S = TypeParam;
  using Model = AscherLin62<S>;
  using Singular = Whole<Model, SingularWeight, ConstraintAlone, 2>;
  Singular stepper(Model{}, millisecond<S>, S(1e-3));
  EXPECT_EQ(stepper.step(), Status::not_started);
  EXPECT_EQ(stepper.reset({testing::not_a_number<S>, S(0)}), Status::non_finite_state);
  EXPECT_EQ(stepper.reset({testing::infinite<S>, S(0)}), Status::non_finite_state);
  EXPECT_EQ(stepper.reset({S(0), S(0)}), Status::rank_deficient_constraints);
  EXPECT_EQ(stepper.step(), Status::not_started);
  Singular no_step(Model{}, StepSize<S>{S(0), 1, 1000}, S(1e-3));
  EXPECT_EQ(start(no_step, Model{}), Status::invalid_step_size);
  Singular no_epsilon(Model{}, millisecond<S>, S(0));
  EXPECT_NE(start(no_epsilon, Model{}), Status::ok);

  // a failed reset leaves the run as it was
  ASSERT_EQ(start(stepper, Model{}), Status::ok);
  ASSERT_TRUE(run(stepper, 3));
  const auto before = stepper.state();
  EXPECT_EQ(stepper.reset({S(0), S(0)}), Status::rank_deficient_constraints);
  EXPECT_TRUE(testing::same_bits(before.iterates, stepper.state().iterates));
  EXPECT_TRUE(run(stepper, 1));
}

}  // namespace
}  // namespace taut

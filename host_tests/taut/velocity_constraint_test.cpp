/// \file
/// g, g' and their derivatives from one evaluation, against the functions that give them one by one
/// and against differences.
#include "taut/velocity_constraint.hpp"

#include "support/kinematic_pendulums.hpp"
#include "support/rheonomic_model.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::all_near;
using testing::near;

template <class Model>
struct Evaluated {
  using S = typename Model::Scalar;
  Model model;
  Vector<S, Model::nq> q;
  Vector<S, detail::nu<Model>()> u;
  Input<Model> w{};
  TickSignals<Model> tick;
  VelocityConstraint<Model> at;

  Evaluated() {
    for (int i = 0; i < q.size(); ++i) q[i] = S(0.3) + S(0.2) * S(i);
    for (int i = 0; i < u.size(); ++i) u[i] = S(0.7) - S(0.4) * S(i);
    for (S& x : w) x = S(0.6);
    tick.evaluate(model, TickCount{1, 250}, StepSize<S>::hz(1000));
    linearise_velocity_constraint(model, q, u, tick, w, at);
  }

  Vector<S, Model::nc> rate(const Vector<S, Model::nq>& position) const {
    ConstraintLinearisation<Model> constraint;
    linearise_constraint(model, position, tick, w, constraint);
    return constraint.rate(u);
  }
};

template <class S>
class VelocityConstraintTest : public ::testing::Test {};
TYPED_TEST_SUITE(VelocityConstraintTest, testing::Scalars, testing::ScalarNames);

template <class Model>
void expect_agreement() {
  using S = typename Model::Scalar;
  const Evaluated<Model> e;
  const double tolerance = testing::roundings<S>(16);
  ConstraintLinearisation<Model> constraint;
  linearise_constraint(e.model, e.q, e.tick, e.w, constraint);
  EXPECT_TRUE(all_near(e.at.g, constraint.g, tolerance));
  for (int i = 0; i < Model::nc; ++i)
    for (int j = 0; j < ModelTraits<Model>::nd; ++j)
      EXPECT_TRUE(near(e.at.J(i, j), constraint.J(i, j), tolerance)) << i << j;
  EXPECT_TRUE(all_near(e.at.rate, constraint.rate(e.u), tolerance));
  EXPECT_TRUE(
      all_near(e.at.gamma, constraint_acceleration(e.model, e.q, e.u, e.tick, e.w), tolerance));
  // L: central differences of g' along the columns of V
  const S step = testing::either<S>(S(1e-5), S(1e-2));
  for (int j = 0; j < detail::nu<Model>(); ++j) {
    const Vector<S, Model::nq> column = kinematics_column(e.model, e.q, j);
    const Vector<S, Model::nc> after = e.rate(e.q + step * column),
                               before = e.rate(e.q - step * column);
    for (int i = 0; i < Model::nc; ++i)
      EXPECT_TRUE(near(e.at.L(i, j), (after[i] - before[i]) / (S(2) * step),
                       testing::either<S>(1e-8, 1e-3)))
          << i << j;
  }
}

TYPED_TEST(VelocityConstraintTest, AgreesWithTheSingleEvaluations) {
  using S = TypeParam;
  expect_agreement<testing::RheonomicModel<S>>();
  expect_agreement<testing::RodByAngle<S>>();
  expect_agreement<testing::RodByDirection<S>>();
  expect_agreement<testing::SkewedPendulum<S>>();
}

}  // namespace
}  // namespace taut

/// \file
/// The nearest point on both constraints: consistent, reached along the gradients, and the closed
/// form where there is one.
#include "taut/coordinate_projection.hpp"

#include "models/pendulum.hpp"
#include "support/scalars.hpp"
#include "support/troubled_pendulum.hpp"

namespace taut {
namespace {

using models::Pendulum;
using testing::near;
using testing::roundings;

template <class S>
class CoordinateProjectionTest : public ::testing::Test {};
TYPED_TEST_SUITE(CoordinateProjectionTest, testing::Scalars, testing::ScalarNames);

template <class Model>
struct Projected {
  using S = typename Model::Scalar;
  Vector<S, Model::nq> q;
  Vector<S, Model::nq> u;
  Status status = Status::ok;

  Projected(Vector<S, Model::nq> q_free, Vector<S, Model::nq> u_free, const Input<Model>& w,
            int steps)
      : q(q_free), u(u_free) {
    const Setting<Model> setting{{}, StepSize<S>::hz(1000), Limits<S>::template of<Model>()};
    Slot<Model, State<Model, PlainSummation>> slot;
    slot.state.w = w;
    slot.state.time = {};
    slot.point.tick.evaluate(setting.model, slot.state.time, setting.step);
    Vector<S, Model::nq> dq = Vector<S, Model::nq>::Zero(), du = dq;
    for (int i = 0; i < steps; ++i) {
      status = first_failure(status, coordinate_projection_step(setting, slot, q, u, dq, du));
      q = q_free - dq;
      u = u_free - du;
    }
  }
};

// At rest the nearest point of the circle lies on the radius.
TYPED_TEST(CoordinateProjectionTest, APointAtRestMovesAlongTheRadius) {
  using S = TypeParam;
  const Projected<Pendulum<S>> at({S(0.66), S(0.88)}, {S(0), S(0)}, {}, 8);
  EXPECT_EQ(at.status, Status::ok);
  EXPECT_TRUE(testing::all_near(at.q, std::array<double, 2>{0.6, 0.8}, roundings<S>(4)));
  EXPECT_TRUE(testing::all_near(at.u, std::array<double, 2>{0, 0}, roundings<S>(4)));
}

// In motion: on the constraints, and the way there is a combination of the gradients of g = |q|^2 -
// 1 and g' = 2 q.u, which are (2 q, 0) and (2 u, 2 q): the part along q of u's move is that of q
// along u, and neither has one across.
TYPED_TEST(CoordinateProjectionTest, APointInMotionMovesAlongTheGradients) {
  using S = TypeParam;
  const Vector<S, 2> q_free{S(0.7), S(0.8)}, u_free{S(-0.9), S(0.6)};
  const Projected<Pendulum<S>> at(q_free, u_free, {}, 30);
  ASSERT_EQ(at.status, Status::ok);
  EXPECT_TRUE(near(at.q.squaredNorm(), 1, roundings<S>(8)));
  EXPECT_TRUE(near(at.q.dot(at.u), 0, roundings<S>(8)));
  const Vector<S, 2> dq = q_free - at.q, du = u_free - at.u;
  const S nu = du.dot(at.q);  // du = nu q
  EXPECT_TRUE(testing::all_near(du, Vector<S, 2>(nu * at.q), roundings<S>(16)));
  EXPECT_TRUE(near(dq.dot(at.u), nu * at.u.squaredNorm(), roundings<S>(16)));
}

TYPED_TEST(CoordinateProjectionTest, OneStepSquaresTheDistance) {
  using S = TypeParam;
  const auto residual = [](S distance) {
    const Projected<Pendulum<S>> at({S(1) + distance, S(0)}, {S(0), S(1)}, {}, 1);
    return static_cast<double>(at.q.squaredNorm() - S(1));
  };
  EXPECT_TRUE(near(residual(S(0.08)) / residual(S(0.04)), 4, 0.3));
}

TYPED_TEST(CoordinateProjectionTest, DependentRowsAreRefused) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  const Projected<Model> at({S(1), S(0), S(0)}, {S(0), S(0), S(0)},
                            Model::trouble(Model::rank, S(0)), 1);
  EXPECT_EQ(at.status, Status::rank_deficient_constraints);
}

}  // namespace
}  // namespace taut

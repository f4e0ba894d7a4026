/// \file
/// No call of the library touches the heap, and the guard that says so fires.
#include <Eigen/Core>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/flat_follower_cam.hpp"
#include "models/four_bar.hpp"
#include "models/friction_pendulum.hpp"
#include "models/pendulum.hpp"
#include "models/two_link_arm.hpp"
#include "support/allocation_guard.hpp"
#include "support/car_axle_closed_form.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/taut.hpp"

namespace taut {
namespace {

using testing::allocations_in;

// ---- the guard fires ---------------------------------------------------------------------------

// Not optimised away: the compiler may drop an allocation whose result nobody sees.
template <class T>
void keep(T* pointer) {
  asm volatile("" : : "r"(pointer) : "memory");
}

TEST(AllocationGuard, FiresOnEigenVectorsOfDynamicSize) {
  EXPECT_GE(allocations_in([] {
              Eigen::VectorXd x = Eigen::VectorXd::Ones(100);
              keep(x.data());
            }),
            1);
}

// Trap table 0: fixed-size product from 8 x 8 on, and a dynamic temporary.
TEST(AllocationGuard, FiresOnEigenTemporaries) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Ones(8, 8);
  EXPECT_GE(allocations_in([&] {
              A = A * A;
              keep(A.data());
            }),
            1);
}

TEST(AllocationGuard, FiresOnEachWayToAskForMemory) {
  EXPECT_GE(allocations_in([] { keep(std::make_unique<int>(1).get()); }), 1);
  EXPECT_GE(allocations_in([] { keep(std::vector<double>(10).data()); }), 1);
  EXPECT_GE(allocations_in([] {
              void* p = std::malloc(100);
              keep(p);
              p = std::realloc(p, 100000);
              keep(p);
              std::free(p);
            }),
            2);
  EXPECT_GE(allocations_in([] {
              void* p = std::calloc(10, 10);
              keep(p);
              std::free(p);
            }),
            1);
  EXPECT_GE(allocations_in([] {
              void* p = std::aligned_alloc(64, 640);
              keep(p);
              std::free(p);
            }),
            1);
  struct alignas(64) Wide {
    char bytes[64];
  };
  EXPECT_GE(allocations_in([] { keep(std::make_unique<Wide>().get()); }), 1);
}

TEST(AllocationGuard, IsSilentWithoutAllocation) {
  double x[8] = {};
  EXPECT_EQ(allocations_in([&] { keep(x); }), 0);
}

// ---- the library does not allocate -------------------------------------------------------------

template <class S>
class AllocationTest : public ::testing::Test {
 public:
  // Start, steps, a failure, going on, and every reader of one stepper.
  template <class Method, class Summation, class Model, class Start>
  static void expect_none_with(const Model& model, const Start& start) {
    Stepper<Model, Method, Summation> stepper(model, StepSize<S>::hz(1000));
    Input<Model> bad{};
    for (S& x : bad) x = testing::not_a_number<S>;
    Status started = Status::not_started, stepped = Status::not_started, restored{};
    S sum = S(0);
    EXPECT_EQ(allocations_in([&] { started = testing::reset(stepper, start); }), 0);
    ASSERT_EQ(started, Status::ok);
    EXPECT_EQ(allocations_in([&] {
                for (int i = 0; i < 20; ++i) stepped = testing::step(stepper);
                (void)testing::step(stepper, bad);
                restored = testing::restore(stepper, stepper.state());
                sum += stepper.position_residual() + stepper.velocity_residual() +
                       stepper.smallest_pivot_share();
              }),
              0);
    EXPECT_EQ(stepped, Status::ok);
    EXPECT_EQ(restored, Status::ok);
    EXPECT_TRUE(std::isfinite(sum));
  }

  template <class Model, class Start>
  static void expect_none(const Model& model, const Start& start) {
    expect_none_with<LinearImplicitEuler<>, DefaultSummation<S>>(model, start);
    StartReport<Model> report;
    auto q = start.q;
    auto u = start.u;
    q[1] += S(0.01);
    Status status{};
    EXPECT_EQ(allocations_in([&] {
                if constexpr (detail::ns<Model>() > 0) {
                  auto s = start.s;
                  status = make_consistent(model, q, u, s, {}, report);
                } else {
                  status = make_consistent(model, q, u, {}, report);
                }
              }),
              0);
    EXPECT_EQ(status, Status::ok);
  }
};
TYPED_TEST_SUITE(AllocationTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(AllocationTest, PendulumAndTrackStepWithoutTheHeap) {
  using S = TypeParam;
  this->expect_none(models::Pendulum<S>{}, models::PendulumStart<S>{});
  this->expect_none(models::CircularTrack<S>{}, models::CircularTrackStart<S>{});
}

// The methods differ in what they call of a model: each on the one that has everything.
TYPED_TEST(AllocationTest, EveryMethodStepsWithoutTheHeap) {
  using S = TypeParam;
  const models::CarAxle<S> model;
  const models::CarAxleStart<S> start;
  this->template expect_none_with<LinearImplicitEuler<>, CompensatedSummation>(model, start);
  this->template expect_none_with<LinearImplicitEuler<>, PlainSummation>(model, start);
  this->template expect_none_with<LinearImplicitEuler<ForceAndTimeDerivative>, PlainSummation>(
      model, start);
  this->template expect_none_with<LinearImplicitEuler<ForceDerivative>, PlainSummation>(model,
                                                                                        start);
  this->template expect_none_with<LinearImplicitEuler<NoDerivative>, PlainSummation>(model, start);
  this->template expect_none_with<LinearImplicitEuler<FullDerivative, NoStabilization>,
                                  PlainSummation>(model, start);
}

TYPED_TEST(AllocationTest, CarAxleStepsWithoutTheHeap) {
  using S = TypeParam;
  this->expect_none(models::CarAxle<S>{}, models::CarAxleStart<S>{});
  this->expect_none(testing::CarAxleClosedForm<S>{}, models::CarAxleStart<S>{});
}

TYPED_TEST(AllocationTest, FourBarStepsWithoutTheHeap) {
  using S = TypeParam;
  this->expect_none(models::FourBar<S>{}, models::FourBarStart<S>{});
}

TYPED_TEST(AllocationTest, DenseMassStepsWithoutTheHeap) {
  using S = TypeParam;
  this->expect_none(models::DrivenArm<S>{}, models::TwoLinkArmStart<S>{});
}

TYPED_TEST(AllocationTest, ContactAndFrictionStepWithoutTheHeap) {
  using S = TypeParam;
  const models::FlatFollowerCam<S> cam;
  const models::FlatFollowerCamStart<S> start;
  this->expect_none(cam, start);
  this->template expect_none_with<Rattle<1>, DefaultSummation<S>>(cam, start);
  this->expect_none(models::FrictionPendulum<S>{}, models::FrictionPendulumStart<S>{});
  this->template expect_none_with<Rattle<1, DampingJacobian>, DefaultSummation<S>>(
      models::FrictionPendulum<S>{}, models::FrictionPendulumStart<S>{});
}

struct Guarding : realtime::LoopOptions {
  static constexpr auto actions =
      realtime::ActionTable{}.with(realtime::Event::position_residual, realtime::Action::reproject);
};

TYPED_TEST(AllocationTest, TheLoopRunsWithoutTheHeap) {
  using S = TypeParam;
  using LoopType = realtime::Loop<Stepper<models::CarAxle<S>>, realtime::NoPort, Guarding>;
  using Record = realtime::StateRecord<Stepper<models::CarAxle<S>>>;
  const models::CarAxleStart<S> start;
  typename LoopType::SnapshotType snapshot{};
  Status status = Status::not_started;
  bool read = false;
  EXPECT_EQ(allocations_in([&] {
              LoopType loop(models::CarAxle<S>{}, StepSize<S>::hz(1000));
              status = loop.stepper().reset(start.q, start.u);
              realtime::HealthBounds<S> bounds;
              bounds.position = S(-1);
              loop.set_bounds(bounds);
              loop.set_inputs({});
              for (int i = 0; i < 10 && status == Status::ok; ++i) status = loop.on_tick();
              read = loop.read(snapshot);
              status = first_failure(status, Record::of(loop.stepper()).restore(loop.stepper()));
            }),
            0);
  EXPECT_EQ(snapshot.counters.reprojections, 10U);
  EXPECT_EQ(status, Status::ok);
  EXPECT_TRUE(read);
  EXPECT_EQ(snapshot.counters.ticks, 10U);
}

}  // namespace
}  // namespace taut

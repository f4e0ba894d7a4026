/// \file
/// Every joint of the plane, in closed form and in blocks, against dual numbers and dense matrices.
#include "taut/mechanism/planar.hpp"

#include "support/dense_twin.hpp"
#include "taut/mechanism/mechanism.hpp"

namespace taut {
namespace {

// Six bodies and all joints there are, `copies` times.
template <class S, int copies, int unrolled>
struct AllPlanarJoints {
  using Scalar = S;
  static constexpr int nw = 1, nr = 1;
  static constexpr bool rheonomic = true;
  static constexpr int unrolled_products = unrolled;
  static constexpr int each_bodies = 6, each_joints = 9;
  static constexpr std::size_t body_count = each_bodies * copies,
                               joint_count = each_joints * copies;

  static constexpr std::array<Joint, joint_count> list() {
    std::array<Joint, joint_count> out{};
    for (int k = 0; k < copies; ++k) {
      const int b = each_bodies * k;
      const int before = k == 0 ? ground : b - 1;
      Joint* const at = &out[static_cast<std::size_t>(each_joints * k)];
      at[0] = revolute(before, b, "revolute");
      at[1] = prismatic(b, b + 1, "prismatic");
      at[2] = fixed(b + 1, b + 2, "fixed");
      at[3] = distance(b + 2, b + 3, "distance");
      at[4] = point_on_line(b + 3, b, "point on line");
      at[5] = gear(b + 4, b + 3, 17, -40, "gear");
      at[6] = rack(b + 2, b + 4, "rack");
      at[7] = driven_angle(b + 4, b + 5, by_excitation(0), "driven angle");
      at[8] = driven_slide(b + 5, ground, by_input(0), "driven slide");
    }
    return out;
  }
  static constexpr std::array<Joint, joint_count> joints = list();

  std::array<PlanarBody<S>, body_count> bodies = fill(std::make_index_sequence<body_count>{});
  std::array<PlanarGeometry<S>, joint_count> geometry = places();

  template <class N>
  Vector<N, 1> excitation(const Time<N>& t) const {
    const N s = t.seconds();
    return Vector<N, 1>(N(S(0.3)) + s * (S(2) + S(1.5) * s));
  }
  template <class Acting, class Sig>
  void apply_forces(Acting&, const Sig&) const {}

 private:
  template <std::size_t... i>
  static std::array<PlanarBody<S>, body_count> fill(std::index_sequence<i...>) {
    return {{PlanarBody<S>{S(1 + i % 3), S(0.2) + S(0.1) * S(i % 4)}...}};
  }
  static std::array<PlanarGeometry<S>, joint_count> places() {
    std::array<PlanarGeometry<S>, joint_count> out{};
    for (std::size_t i = 0; i < joint_count; ++i) {
      const S x = S(i % 5), y = S(i % 3);
      out[i].on_a = PlanarFrame<S>(S(0.1) * x - S(0.3), S(0.4) - S(0.2) * y, S(0.3) * x);
      out[i].on_b = PlanarFrame<S>(S(0.2) * y, S(0.1) * x + S(0.1), S(-0.7) * y);
      out[i].value = S(0.5) + S(0.1) * x;
    }
    return out;
  }
};

template <class S>
class PlanarJointsTest : public ::testing::Test {};
TYPED_TEST_SUITE(PlanarJointsTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(PlanarJointsTest, UnrolledAgreeWithDualNumbersAndDenseMatrices) {
  using M = Mechanism<AllPlanarJoints<TypeParam, 1, 600>>;
  static_assert(M::Plan::unrolled);
  testing::expect_blocks_agree_anywhere(M{}, 64);
}

TYPED_TEST(PlanarJointsTest, LoopedAgreeWithDualNumbersAndDenseMatrices) {
  using M = Mechanism<AllPlanarJoints<TypeParam, 2, 0>>;
  static_assert(!M::Plan::known_kinds);
  testing::expect_blocks_agree_anywhere(M{}, 256, 1);
}

}  // namespace
}  // namespace taut

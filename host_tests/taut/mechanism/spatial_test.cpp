/// \file
/// Every joint in space, in closed form and in blocks, against dual numbers and dense matrices.
#include "taut/mechanism/spatial.hpp"

#include "support/dense_twin.hpp"
#include "taut/mechanism/mechanism.hpp"

namespace taut {
namespace {

template <class S>
SpatialGeometry<S> skew_frames(S shift, S value) {
  return {{{S(0.3) - shift, S(-0.2), S(0.4)}, {S(1), S(2), S(-1)}},
          {{S(-0.1), S(0.5), S(0.2) + shift}, {S(-2), S(1), S(1)}, {S(0), S(1), S(3)}},
          value};
}

// Six bodies and all joints there are, in loops; or the first two, unrolled.
template <class S, int bodies_, int unrolled>
struct SpatialJoints {
  using Scalar = S;
  static constexpr int nw = 1, nr = 1;
  static constexpr bool rheonomic = true;
  static constexpr auto list() {
    if constexpr (bodies_ == 6)
      return std::array{revolute(ground, 0, "revolute"),
                        fixed(0, 1, "fixed"),
                        prismatic(1, 2, "prismatic"),
                        cylindrical(2, 3, "cylindrical"),
                        universal(3, 4, "universal"),
                        spherical(4, 5, "spherical"),
                        point_on_line(5, ground, "point on line"),
                        distance(4, 0, "distance"),
                        driven_slide(2, ground, by_input(0), "driven slide"),
                        driven_angle(ground, 0, by_excitation(0), "driven angle"),
                        rack(3, 5, "rack"),
                        gear(4, 1, 17, -40, "gear")};
    else
      return std::array{revolute(ground, 0, "revolute"), spherical(0, 1, "spherical")};
  }
  static constexpr auto joints = list();
  static constexpr int unrolled_products = unrolled;
  std::array<SpatialBody<S>, bodies_> bodies = repeat(std::make_index_sequence<bodies_>{});
  std::array<SpatialGeometry<S>, joints.size()> geometry = frames();

  template <class N>
  Vector<N, 1> excitation(const Time<N>& t) const {
    const N s = t.seconds();
    return Vector<N, 1>(N(S(0.3)) + s * (S(2) + S(1.5) * s));
  }
  template <class Acting, class Sig>
  void apply_forces(Acting&, const Sig&) const {}

 private:
  template <std::size_t... i>
  static std::array<SpatialBody<S>, bodies_> repeat(std::index_sequence<i...>) {
    return {{SpatialBody<S>{S(1 + i % 3), S(0.5) + S(0.1) * S(i), S(0.8), S(0.6)}...}};
  }
  static std::array<SpatialGeometry<S>, joints.size()> frames() {
    std::array<SpatialGeometry<S>, joints.size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
      const S x = S(0.1) * S(i % 4), y = S(0.2) * S(i % 3);
      out[i] = {{{S(0.3) - x, S(-0.2), S(0.4) + y}, {S(1), S(2), S(-1)}},
                {{S(-0.1) + y, S(0.5), S(0.2) + x}, {S(-2), S(1), S(1)}, {S(0), S(1), S(3)}},
                S(0.5) + y};
    }
    return out;
  }
};

template <class S>
class SpatialJointsTest : public ::testing::Test {};
TYPED_TEST_SUITE(SpatialJointsTest, testing::Scalars, testing::ScalarNames);

// Angles of axes that are far from normal to the axis of turning are steep: 1 / (S^2 + C^2) of
// (J.10) is 50 at some of these places.
TYPED_TEST(SpatialJointsTest, LoopedAgreeWithDualNumbersAndDenseMatrices) {
  using M = Mechanism<SpatialJoints<TypeParam, 6, 0>>;
  static_assert(!M::Plan::known_kinds);
  testing::expect_blocks_agree_anywhere(M{}, 6400, 3);
}

TYPED_TEST(SpatialJointsTest, UnrolledAgreeWithDualNumbersAndDenseMatrices) {
  using M = Mechanism<SpatialJoints<TypeParam, 2, 600>>;
  static_assert(M::Plan::unrolled);
  testing::expect_blocks_agree_anywhere(M{}, 64);
}

TYPED_TEST(SpatialJointsTest, AxesOfFramesHaveAnyLength) {
  using S = TypeParam;
  const SpatialFrame<S> frame({}, {S(1), S(2), S(-1)}, {S(0), S(3), S(1)});
  const S tiny = S(testing::either<S>(1e-300, 1e-35)), huge = S(1) / tiny;
  for (const auto& [of_axis, of_towards] : {std::pair{tiny, huge}, {huge, tiny}, {tiny, tiny}}) {
    const SpatialFrame<S> other({}, {of_axis, 2 * of_axis, -of_axis},
                                {S(0), 3 * of_towards, of_towards});
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_TRUE(testing::near(other.x[i], double(frame.x[i]), testing::roundings<S>(4, 1)));
      EXPECT_TRUE(testing::near(other.z[i], double(frame.z[i]), testing::roundings<S>(4, 1)));
    }
  }
}

}  // namespace
}  // namespace taut

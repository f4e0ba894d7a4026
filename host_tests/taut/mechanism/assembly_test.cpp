/// \file
/// Assembly from rough poses: branch, freedoms, redundant joints, and failures with a name.
#include "taut/mechanism/assembly.hpp"

#include "models/four_bar.hpp"
#include "models/mechanisms/bricard.hpp"
#include "models/mechanisms/four_bar.hpp"
#include "models/mechanisms/t_handle.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::either;
using testing::near;

template <class S>
class AssemblyTest : public ::testing::Test {
 public:
  using FourBar = models::FourBarMechanism<S>;
  using Bricard = models::Bricard<S>;
  // Every coordinate off by up to `scatter`.
  template <std::size_t n>
  static std::array<S, n> roughen(std::array<S, n> q, double scatter) {
    for (std::size_t i = 0; i < n; ++i)
      q[i] += S(scatter * std::sin(static_cast<double>(3 * i + 1)));
    return q;
  }
};
TYPED_TEST_SUITE(AssemblyTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(AssemblyTest, ClosesTheFourBarOnTheBranchOfTheRoughPoses) {
  using S = TypeParam;
  using M = typename TestFixture::FourBar;
  const models::FourBarStart<S> open;
  auto q = this->roughen(open.q, 0.1);
  std::array<S, 9> u{S(0.1)};
  AssemblyReport<M> report;
  ASSERT_EQ(assemble(M{}, q, u, AssemblyOptions<M>{}, report), Status::ok);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_TRUE(near(q[i], open.q[i], 0.2)) << i;
  EXPECT_LE(static_cast<double>(report.worst_error), either<S>(1e-15, 5e-7));
  EXPECT_EQ(report.gruebler, 1);
  EXPECT_EQ(report.degrees_of_freedom, 1);
  EXPECT_EQ(report.redundant_rows, 0);
  EXPECT_STREQ(report.redundant_joint_name, "");
  EXPECT_GT(report.start.largest_move, S(0.01));
  EXPECT_EQ(report.moved_body, report.start.moved_coordinate / 3);
}

TYPED_TEST(AssemblyTest, NamesTheRedundantJointOfBricardsLoop) {
  using S = TypeParam;
  using M = typename TestFixture::Bricard;
  auto q = this->roughen(models::BricardList<S>::start(), 0.05);
  std::array<S, M::nu> u{};
  AssemblyReport<M> report;
  ASSERT_EQ(assemble(M{}, q, u, AssemblyOptions<M>{}, report), Status::ok);
  EXPECT_LE(static_cast<double>(report.worst_error), either<S>(1e-14, 2e-6));
  EXPECT_EQ(report.gruebler, 0);
  EXPECT_EQ(report.degrees_of_freedom, 1);
  EXPECT_EQ(report.redundant_rows, 1);
  EXPECT_STREQ(report.redundant_joint_name, M::joint(report.redundant_joint).name);
  for (std::size_t body = 0; body < 5; ++body) {
    double square = 0;
    for (std::size_t i = 3; i < 7; ++i) square += double(q[7 * body + i]) * double(q[7 * body + i]);
    EXPECT_TRUE(near(square, 1, testing::roundings<S>(4)));
  }
}

// The rocker's pivot is out of reach by 10 m.
TYPED_TEST(AssemblyTest, NamesTheOpenJointAndLeavesTheStartUnchanged) {
  using S = TypeParam;
  using M = typename TestFixture::FourBar;
  M model;
  model.system.geometry[2].on_a = {S(12.5), S(0)};
  const models::FourBarStart<S> start;
  auto q = start.q;
  auto u = start.u;
  AssemblyReport<M> report;
  EXPECT_EQ(assemble(model, q, u, AssemblyOptions<M>{}, report), Status::not_converged);
  EXPECT_EQ(q, start.q);
  EXPECT_EQ(u, start.u);
  EXPECT_GE(report.worst_joint, 0);
  EXPECT_STREQ(report.worst_joint_name, M::joint(report.worst_joint).name);
  EXPECT_GT(report.worst_error, S(0.5));
}

TYPED_TEST(AssemblyTest, RefusesALargerMoveThanAskedFor) {
  using S = TypeParam;
  using M = typename TestFixture::FourBar;
  const models::FourBarStart<S> start;
  const auto rough = this->roughen(start.q, 0.1);
  auto q = rough;
  auto u = start.u;
  AssemblyOptions<M> options;
  options.largest_move = S(0.01);
  AssemblyReport<M> report;
  EXPECT_EQ(assemble(M{}, q, u, options, report), Status::move_too_large);
  EXPECT_EQ(q, rough);
}

TYPED_TEST(AssemblyTest, KeepsTheBodiesThatAreHeld) {
  using S = TypeParam;
  using M = typename TestFixture::FourBar;
  const models::FourBarStart<S> start;
  auto q = this->roughen(start.q, 0.05);
  for (std::size_t i = 0; i < 3; ++i) q[i] = start.q[i];
  auto u = start.u;
  AssemblyOptions<M> options;
  options.hold[M::joint(0).b] = true;
  AssemblyReport<M> report;
  ASSERT_EQ(assemble(M{}, q, u, options, report), Status::ok);
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_TRUE(near(q[i], start.q[i], i < 3 ? 0 : either<S>(1e-14, 2e-6))) << i;
}

// Without joints there is nothing to close: six degrees of freedom.
TYPED_TEST(AssemblyTest, CountsTheFreedomsOfAFreeBody) {
  using S = TypeParam;
  using M = models::THandle<S>;
  models::THandleStart<S> start;
  AssemblyReport<M> report;
  ASSERT_EQ(assemble(M{}, start.q, start.u, AssemblyOptions<M>{}, report), Status::ok);
  EXPECT_EQ(report.degrees_of_freedom, 6);
  EXPECT_EQ(report.worst_joint, -1);
  EXPECT_EQ(report.moved_body, -1);
}

}  // namespace
}  // namespace taut

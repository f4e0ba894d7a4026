/// \file
/// Order, fill and cost of elimination for chains, ladders, trees and stars.
#include "taut/elimination.hpp"

#include "models/mechanisms/ladder.hpp"
#include "support/scalars.hpp"
#include "taut/block_ldlt.hpp"

namespace taut {
namespace {

// Joint i is between bodies i - 1 and i.
template <int n, int joint_rows>
struct Chain {
  static constexpr int parts = n, part_size = 3, unrolled_products = 600;
  static constexpr std::array<ConstraintBlock, n> list() {
    std::array<ConstraintBlock, n> out{};
    for (int i = 0; i < n; ++i) out[detail::index(i)] = {joint_rows, {i - 1, i}, 0};
    return out;
  }
  static constexpr std::array<ConstraintBlock, n> blocks = list();
  static constexpr Entry entry(int, int, int, int) { return Entry::general; }
};

// n bodies on body 0, by joints of one to three rows.
template <int n>
struct Star {
  static constexpr int parts = n + 1, part_size = 3, unrolled_products = 600;
  static constexpr std::array<ConstraintBlock, n> list() {
    std::array<ConstraintBlock, n> out{};
    for (int i = 0; i < n; ++i) out[detail::index(i)] = {1 + i % 3, {0, i + 1}, i % 3};
    return out;
  }
  static constexpr std::array<ConstraintBlock, n> blocks = list();
  static constexpr Entry entry(int, int, int, int) { return Entry::general; }
};

template <class Plan>
void expect_sound_tables() {
  // every row is eliminated once
  std::array<int, static_cast<std::size_t>(Plan::rows)> seen{};
  for (int p = 0; p < Plan::blocks; ++p)
    for (int r = 0; r < Plan::rows_at[detail::index(p)]; ++r)
      ++seen[detail::index(Plan::first_row_at[detail::index(p)] + r)];
  for (const int count : seen) EXPECT_EQ(count, 1);
  // entries lie below the diagonal, in order, and their blocks one behind the other
  int end = Plan::diagonal[detail::index(Plan::blocks - 1)] +
            Plan::rows_at[detail::index(Plan::blocks - 1)] *
                Plan::rows_at[detail::index(Plan::blocks - 1)];
  for (int k = 0; k < Plan::blocks; ++k)
    for (int e = Plan::column[detail::index(k)]; e < Plan::column[detail::index(k + 1)]; ++e) {
      EXPECT_GT(Plan::entry_position[detail::index(e)], k);
      EXPECT_EQ(Plan::entry_offset[detail::index(e)], end);
      end += Plan::rows_at[detail::index(k)] *
             Plan::rows_at[detail::index(Plan::entry_position[detail::index(e)])];
    }
  EXPECT_EQ(end, Plan::values);
}

TEST(Elimination, OfAChainFillsNothing) {
  using Plan = Elimination<Chain<12, 2>>;
  expect_sound_tables<Plan>();
  EXPECT_EQ(Plan::entries, 11);
  EXPECT_EQ(Plan::fill, 0);
  EXPECT_EQ(Plan::longest_column, 1);
}

TEST(Elimination, OfAStarIsDense) {
  using Plan = Elimination<Star<6>>;
  expect_sound_tables<Plan>();
  EXPECT_EQ(Plan::entries, 15);
  EXPECT_EQ(Plan::fill, 0);
  EXPECT_EQ(Plan::rows, 12);
}

// Each square adds four joints; the columns do not grow.
TEST(Elimination, OfALadderCostsTheSameForEachSquare) {
  using Five = models::LadderMechanism<double, 5>::Plan;
  using Ten = models::LadderMechanism<double, 10>::Plan;
  using Twenty = models::LadderMechanism<double, 20>::Plan;
  using Forty = models::LadderMechanism<double, 40>::Plan;
  expect_sound_tables<Five>();
  expect_sound_tables<Forty>();
  EXPECT_EQ(Five::longest_column, 3);
  EXPECT_EQ(Forty::longest_column, 3);
  EXPECT_EQ(Twenty::factorise_products - Ten::factorise_products,
            2 * (Ten::factorise_products - Five::factorise_products));
  EXPECT_EQ(Forty::factorise_products - Twenty::factorise_products,
            2 * (Twenty::factorise_products - Ten::factorise_products));
  EXPECT_EQ(Forty::values - Twenty::values, 2 * (Twenty::values - Ten::values));
}

TEST(Elimination, UnrollsSmallStructuresAlone) {
  EXPECT_TRUE((Elimination<Chain<3, 2>>::unrolled));
  EXPECT_FALSE((Elimination<Chain<40, 2>>::unrolled));
  EXPECT_TRUE((Elimination<Chain<40, 2>>::known_kinds));
  EXPECT_FALSE((Elimination<Star<12>>::known_kinds));
}

// As of Ldlt: a row of zeros is there and does nothing where the shift is relative.
TEST(Elimination, EmptyRowsTakeNoPartWhereTheShiftIsRelative) {
  using Plan = Elimination<Chain<3, 1>>;
  const double diagonal[] = {4, 0, 9}, tolerance = 1e-14;
  BlockLdlt<double, Plan> factor;
  double local[Plan::values];
  double* const work = factor.storage(local);
  const auto fill = [&] {
    const double zero = 0;
    for (int k = 0; k < Plan::blocks; ++k)
      factor.put_diagonal(work, k, 1, &diagonal[Plan::first_row_at[detail::index(k)]]);
    for (int e = 0; e < Plan::entries; ++e) factor.put_entry(work, e, 1, &zero);
  };
  fill();
  EXPECT_FALSE(factor.factorise(work, tolerance));
  fill();
  ASSERT_TRUE(factor.factorise(work, tolerance, RelativeShift<double>{1e-8}));
  Vector<double, 3> x{8, 1e-16, 27};
  factor.solve_in_place(x);
  EXPECT_TRUE(testing::near(x[0], 2, 1e-7));
  EXPECT_TRUE(testing::near(x[1], 0, 1e-15));
  EXPECT_TRUE(testing::near(x[2], 3, 1e-7));
  EXPECT_EQ(factor.weakest_combination().last_row, 1);
}

}  // namespace
}  // namespace taut

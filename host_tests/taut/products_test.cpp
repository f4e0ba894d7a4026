/// \file
/// Written-out products: what they are, which columns count, and the order of their sums.
#include "taut/products.hpp"

#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::all_near;

template <class S>
class ProductsTest : public ::testing::Test {
 public:
  // [1 2 100; 3 4 200]: two columns of velocities and one past them
  Matrix<S, 2, 3> J;
  Matrix<S, 2, 2> W;
  ProductsTest() {
    J << S(1), S(2), S(100), S(3), S(4), S(200);
    W << S(5), S(6), S(7), S(8);
  }
};
TYPED_TEST_SUITE(ProductsTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(ProductsTest, RowsLeaveOutTheColumnsPastN) {
  using S = TypeParam;
  EXPECT_EQ(row_times(this->J, 1, Vector<S, 2>{S(10), S(20)}), S(110));
  EXPECT_EQ(row_times_column<2>(this->J, 0, this->W, 1), S(22));
  EXPECT_EQ(row_times_row<2>(this->J, 0, this->J, 1), S(11));
}

TYPED_TEST(ProductsTest, VectorsLeaveOutTheColumnsPastN) {
  using S = TypeParam;
  EXPECT_TRUE(all_near(product(this->W, Vector<S, 2>{S(1), S(-1)}), std::array{-1.0, -1.0}, 0));
  EXPECT_TRUE(all_near(transposed_product<2>(this->J, Vector<S, 2>{S(1), S(-1)}),
                       std::array{-2.0, -2.0}, 0));
  Vector<S, 2> r{S(50), S(60)};
  subtract_transposed_product(this->J, Vector<S, 2>{S(1), S(2)}, r);
  EXPECT_TRUE(all_near(r, std::array{43.0, 50.0}, 0));
}

// a + 1 - a for an a whose spacing is 2: 0 from the first term on, 1 in another order.
TYPED_TEST(ProductsTest, SumsGoFromTheFirstTermToTheLast) {
  using S = TypeParam;
  const S a = S(2) / std::numeric_limits<S>::epsilon();
  Matrix<S, 1, 3> row;
  row << a, S(1), -a;
  Matrix<S, 3, 1> column;
  column << S(1), S(1), S(1);
  EXPECT_EQ(row_times(row, 0, Vector<S, 3>{S(1), S(1), S(1)}), S(0));
  EXPECT_EQ(row_times_column<3>(row, 0, column, 0), S(0));
  Matrix<S, 3, 1> turned;
  turned << a, S(1), -a;
  EXPECT_EQ(transposed_product<1>(turned, Vector<S, 3>{S(1), S(1), S(1)})[0], S(0));
}

}  // namespace
}  // namespace taut

/// \file
/// Histograms of costs.
#include "taut/realtime/counters.hpp"

#include <gtest/gtest.h>

namespace taut::realtime {
namespace {

using Histogram = CostHistogram<4, 3, 100>;  // below 108, to 115, to 123, from 124 on

TEST(CostHistogramTest, ACostIsCountedInItsBinAndBeyondTheEndsInTheOuterOnes) {
  Histogram histogram;
  for (const std::uint32_t cost : {0U, 99U, 100U, 107U, 108U, 115U, 123U, 124U, 132U, 0xFFFFFFFFU})
    histogram.add(cost);
  EXPECT_EQ(histogram.count, (std::array<std::uint32_t, 4>{4, 2, 1, 3}));
  EXPECT_EQ(Histogram::begin(1), 108U);
  EXPECT_EQ(Histogram::begin(3), 124U);
}

}  // namespace
}  // namespace taut::realtime

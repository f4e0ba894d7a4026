/// \file
/// Every status has words of its own.
#include "taut/status.hpp"

#include <set>
#include <string>

#include "support/scalars.hpp"

namespace taut {
namespace {

TEST(StatusTest, EachHasItsOwnWords) {
  std::set<std::string> words;
  constexpr int count = static_cast<int>(Status::creep_saturated) + 1;
  for (int i = 0; i < count; ++i) {
    const std::string text = describe(static_cast<Status>(i));
    EXPECT_NE(text, "unknown status") << i;
    words.insert(text);
  }
  EXPECT_EQ(words.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(std::string(describe(static_cast<Status>(count))), "unknown status");
}

TEST(StatusTest, OkIsZeroAndTheTypeIsOneByte) {
  static_assert(static_cast<int>(Status::ok) == 0 && sizeof(Status) == 1);
}

TEST(StatusTest, WordsAreACompileTimeConstant) { static_assert(describe(Status::ok)[0] == 'o'); }

}  // namespace
}  // namespace taut

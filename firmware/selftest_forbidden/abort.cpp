/// \file
/// Must be refused: abort, which has nowhere to go.

#include <cstdlib>

volatile int value = 3;

int main() {
  if (value == 4) std::abort();
  return 0;
}

/// \file
/// Must be refused: a heap.

#include <cstdlib>

void* volatile kept;

int main() {
  kept = std::malloc(16);
  return 0;
}

/// \file
/// Must be refused: stdio.

#include <cstdio>

volatile int value = 3;

int main() { return std::printf("%d\n", value); }

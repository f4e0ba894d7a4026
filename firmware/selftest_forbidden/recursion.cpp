/// \file
/// Must be refused by the stack bound: recursion.

volatile int depth = 3;

[[gnu::noinline]] int count(int n) { return n == 0 ? 0 : count(n - 1) + depth; }

int main() { return count(depth); }

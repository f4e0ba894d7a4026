/// \file
/// Must be refused by the stack bound: a frame whose size is known at run time only.

volatile unsigned size = 3;

int main() {
  auto* frame = static_cast<volatile char*>(__builtin_alloca(size));
  frame[0] = 1;
  return frame[0];
}

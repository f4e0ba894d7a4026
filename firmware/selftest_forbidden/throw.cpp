/// \file
/// Must be refused: an exception, with the unwinder behind it.

volatile int value = 3;

int main() {
  if (value == 4) throw 1;
  return 0;
}

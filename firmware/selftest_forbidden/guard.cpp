/// \file
/// Must be refused: a local static, guarded for threads that do not exist.

volatile int value = 3;

int main() {
  static const int first = value;
  return first;
}

/// \file
/// Must be refused in a float image: arithmetic in double.

volatile double value = 2.0;

int main() {
  value = value * 1.5;
  return 0;
}

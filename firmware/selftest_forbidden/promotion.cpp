/// \file
/// Must be refused in a float image: a float promoted to double by a literal without a suffix.

volatile float value = 2.0f;

int main() {
  value = static_cast<float>(static_cast<double>(value) * 0.3);
  return 0;
}

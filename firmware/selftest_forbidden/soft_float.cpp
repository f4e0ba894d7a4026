/// \file
/// Adds by the C library on a core that has an FPU: the image check must refuse it by name.

extern "C" [[gnu::pcs("aapcs")]] float __aeabi_fadd(float, float);

static volatile float number = 1.0F;

int main() {
  number = __aeabi_fadd(number, number);
  return 0;
}

/// \file
/// Adds by the FPU on a core that has none: the image check must refuse it by name.

int main() {
  asm volatile(".inst.w 0xee300a20");  // vadd.f32 s0, s0, s1
  return 0;
}

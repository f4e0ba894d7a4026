/// \file
/// Must be refused: a reset handler that never switches the FPU on.

int main() { return 0; }

extern "C" [[gnu::naked]] void Reset_Handler() { asm volatile("b main"); }

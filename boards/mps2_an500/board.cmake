# Arm MPS2 AN500 (Cortex-M7), emulated by QEMU.
include(${TAUT_BOARDS_DIR}/cmsdk/mps2.cmake)

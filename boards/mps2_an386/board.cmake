# Arm MPS2 AN386 (Cortex-M4F), emulated by QEMU.
include(${TAUT_BOARDS_DIR}/cmsdk/mps2.cmake)

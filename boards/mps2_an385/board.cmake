# Arm MPS2 AN385 (Cortex-M3), emulated by QEMU.
include(${TAUT_BOARDS_DIR}/cmsdk/mps2.cmake)
set(TAUT_BOARD_DEMO_HZ 200)

# Cortex-M55 with its double-precision FPU, arguments in FPU registers. Without the vector extension
# (MVE): GCC 12 emits for it what its own assembler refuses.
set(TAUT_CORE_FLAGS "-mcpu=cortex-m55+nomve -mthumb -mfloat-abi=hard -mfpu=fpv5-d16")
include(${CMAKE_CURRENT_LIST_DIR}/common_arm_none_eabi.cmake)

# Cortex-M7 with the double-precision FPU (FPv5-D16), arguments in FPU registers.
set(TAUT_CORE_FLAGS "-mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16")
include(${CMAKE_CURRENT_LIST_DIR}/common_arm_none_eabi.cmake)

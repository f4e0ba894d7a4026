# Cortex-M4 with the single-precision FPU (FPv4-SP), arguments in FPU registers.
set(TAUT_CORE_FLAGS "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16")
include(${CMAKE_CURRENT_LIST_DIR}/common_arm_none_eabi.cmake)

# Cortex-M33 with the single-precision FPU (FPv5-SP), arguments in FPU registers.
set(TAUT_CORE_FLAGS "-mcpu=cortex-m33 -mthumb -mfloat-abi=hard -mfpu=fpv5-sp-d16")
include(${CMAKE_CURRENT_LIST_DIR}/common_arm_none_eabi.cmake)

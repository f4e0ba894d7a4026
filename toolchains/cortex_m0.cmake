# Cortex-M0: no FPU, no instruction that divides.
set(TAUT_CORE_FLAGS "-mcpu=cortex-m0 -mthumb -mfloat-abi=soft")
include(${CMAKE_CURRENT_LIST_DIR}/common_arm_none_eabi.cmake)

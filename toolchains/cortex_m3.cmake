# Cortex-M3: no FPU.
set(TAUT_CORE_FLAGS "-mcpu=cortex-m3 -mthumb -mfloat-abi=soft")
include(${CMAKE_CURRENT_LIST_DIR}/common_arm_none_eabi.cmake)

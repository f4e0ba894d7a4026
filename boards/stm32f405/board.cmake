# STM32F405, flashed by OpenOCD and emulated by QEMU as netduinoplus2: one image for both.
set(TAUT_BOARD_SOURCES
    ${CMAKE_CURRENT_LIST_DIR}/clocks.cpp
    ${CMAKE_CURRENT_LIST_DIR}/usart.cpp
    ${TAUT_BOARDS_DIR}/stm32/timer.cpp
    ${TAUT_BOARDS_DIR}/stm32/watchdog.cpp
    ${TAUT_BOARDS_DIR}/cortex_m/protection_armv7m.cpp)
set(TAUT_BOARD_LINKER_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/memory.ld)
# What a step gives on this core, by the same flags, is shown there.
set(TAUT_BOARD_CORE_OF mps2_an386)
# Vector slot of taut_tick: 16 system words + interrupt 28 (TIM2).
set(TAUT_BOARD_TICK_SLOT 44)

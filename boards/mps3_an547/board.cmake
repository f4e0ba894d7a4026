# Arm MPS3 AN547 (Cortex-M55), emulated by QEMU.
set(TAUT_BOARD_SOURCES
    ${CMAKE_CURRENT_LIST_DIR}/timer.cpp
    ${TAUT_BOARDS_DIR}/cmsdk/uart.cpp
    ${TAUT_BOARDS_DIR}/cmsdk/watchdog.cpp
    ${TAUT_BOARDS_DIR}/cortex_m/protection_armv8m.cpp)
set(TAUT_BOARD_LINKER_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/memory.ld)
set(TAUT_BOARD_ALL_MEMORY_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/memory_all.ld)
# Vector slot of taut_tick: 16 system words + interrupt 3 (TIMER0).
set(TAUT_BOARD_TICK_SLOT 19)
set(TAUT_BOARD_WATCHDOG_EMULATED ON)

# Arm MPS2 AN505 (Cortex-M33), emulated by QEMU.
set(TAUT_BOARD_SOURCES
    ${TAUT_BOARDS_DIR}/cmsdk/timer.cpp
    ${TAUT_BOARDS_DIR}/cmsdk/uart.cpp
    ${TAUT_BOARDS_DIR}/cmsdk/watchdog.cpp
    ${TAUT_BOARDS_DIR}/cortex_m/protection_armv8m.cpp)
set(TAUT_BOARD_LINKER_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/memory.ld)
set(TAUT_BOARD_ALL_MEMORY_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/memory_all.ld)
# Vector slot of taut_tick: 16 system words + interrupt 3 (TIMER0).
set(TAUT_BOARD_TICK_SLOT 19)
set(TAUT_BOARD_WATCHDOG_EMULATED ON)

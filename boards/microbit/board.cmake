# BBC micro:bit (nRF51822, Cortex-M0), emulated by QEMU.
set(TAUT_BOARD_SOURCES
    ${CMAKE_CURRENT_LIST_DIR}/timer.cpp
    ${CMAKE_CURRENT_LIST_DIR}/uart.cpp
    ${TAUT_BOARDS_DIR}/cortex_m/protection_none.cpp
    ${TAUT_BOARDS_DIR}/cortex_m/watchdog_none.cpp)
set(TAUT_BOARD_LINKER_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/memory.ld)
# Vector slot of taut_tick: 16 system words + interrupt 8 (TIMER0).
set(TAUT_BOARD_TICK_SLOT 24)
set(TAUT_BOARD_DEMO_HZ 100)

# What the boards of cmsdk/mps2.hpp have in common.
set(TAUT_BOARD_SOURCES
    ${TAUT_BOARDS_DIR}/cmsdk/timer.cpp
    ${TAUT_BOARDS_DIR}/cmsdk/uart.cpp
    ${TAUT_BOARDS_DIR}/cmsdk/watchdog.cpp
    ${TAUT_BOARDS_DIR}/cortex_m/protection_armv7m.cpp)
set(TAUT_BOARD_LINKER_SCRIPT ${TAUT_BOARDS_DIR}/cmsdk/memory.ld)
# For images that hold more than an application would.
set(TAUT_BOARD_ALL_MEMORY_SCRIPT ${TAUT_BOARDS_DIR}/cmsdk/memory_all.ld)
# Vector slot of taut_tick: 16 system words + interrupt 8 (TIMER0).
set(TAUT_BOARD_TICK_SLOT 24)
set(TAUT_BOARD_WATCHDOG_EMULATED ON)

# Arm MPS2 AN386, emulated by QEMU.
set(TAUT_BOARD_SOURCES ${CMAKE_CURRENT_LIST_DIR}/board.cpp)
set(TAUT_BOARD_LINKER_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/memory.ld)
# For images that hold more than an application would.
set(TAUT_BOARD_ALL_MEMORY_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/memory_all.ld)
set(TAUT_BOARD_EMULATED ON)
# Vector slot of taut_tick: 16 system words + interrupt 8 (TIMER0).
set(TAUT_BOARD_TICK_SLOT 24)

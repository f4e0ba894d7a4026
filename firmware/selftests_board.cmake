# Self tests of the board layer, on every board: start-up, faults and their reports, clock and tick,
# interrupted FPU code, received bytes.

# Every way a run can end: the runner names it.
function(taut_add_exit_selftest name case status)
  taut_add_image(selftest_exit_${name} SOURCES selftest_exit.cpp DEFINITIONS TAUT_CASE=${case}
                 EXPECT_STATUS ${status} ${ARGN})
endfunction()

# Exit statuses of the faults, boards/cortex_m/exit_status.hpp: 64 and the exception.
set(hard_fault 67)
set(memory_fault 68)
set(usage_fault 70)
set(supervisor_call 75)
math(EXPR tick_number "${TAUT_BOARD_TICK_SLOT} - 16")
# as the report prints it, with eight digits
math(EXPR tick_interrupt "${tick_number}" OUTPUT_FORMAT HEXADECIMAL)
string(REPLACE "0x" "0000000" tick_interrupt ${tick_interrupt})
string(REGEX MATCH "........$" tick_interrupt ${tick_interrupt})

taut_add_exit_selftest(0 exit0 0)
taut_add_exit_selftest(svc supervisor_call ${supervisor_call} EXPECT_TEXT "outputs safe\n\nfault SVCall")
taut_add_exit_selftest(interrupt unexpected_tick 80
                       EXPECT_TEXT "fault unexpected_interrupt\ninterrupt ${tick_interrupt}")
if(TAUT_CORE_MAINLINE)
  taut_add_exit_selftest(undefined undefined_instruction ${usage_fault}
                         EXPECT_TEXT "fault UsageFault\ncfsr 00010000")
  taut_add_exit_selftest(divide_in_tick divide_by_zero_in_tick ${usage_fault}
                         DEFINITIONS TAUT_CASE=divide_by_zero_in_tick TAUT_WITH_TICK
                         EXPECT_TEXT "fault UsageFault\ncfsr 02000000")
  # no null page, guard of the stack or data that is not code without an MPU
  taut_add_exit_selftest(stack stack_overflow ${memory_fault} EXPECT_TEXT "fault MemManage\nstack overflow")
  foreach(access null_read null_write)
    taut_add_exit_selftest(${access} ${access} ${memory_fault}
                           EXPECT_TEXT "fault MemManage\nnull pointer\ncfsr 00000082")
  endforeach()
  taut_add_exit_selftest(null_jump null_jump ${memory_fault}
                         EXPECT_TEXT "fault MemManage\nnull pointer\ncfsr 00000001")
  taut_add_exit_selftest(execute_ram execute_ram ${memory_fault}
                         EXPECT_TEXT "fault MemManage\nnot executable\ncfsr 00000001")
else()
  taut_add_exit_selftest(undefined undefined_instruction ${hard_fault} EXPECT_TEXT "fault HardFault\nr0 ")
endif()
if(TAUT_BOARD_WATCHDOG_EMULATED)
  taut_add_exit_selftest(watchdog watchdog_starved 66 DEFINITIONS TAUT_CASE=watchdog_starved TAUT_WITH_TICK
                         EXPECT_TEXT "fed\noutputs safe\n\nfault NMI")
endif()

# Start-up.
taut_add_image(selftest_boot SOURCES selftest_boot.cpp GOLDEN golden/selftest_boot.txt FLOAT_ONLY
               ALLOW_CONSTRUCTOR "_GLOBAL__sub_I_*" "_sub_I_*")

# FPU registers across interrupts, and the negative control.
if(TAUT_CORE_FPU)
  taut_add_image(selftest_fpu_context SOURCES selftest_fpu_context.cpp STACK_BOUND FLOAT_ONLY
                 GOLDEN golden/selftest_fpu_context.txt)
  taut_add_image(selftest_fpu_context_off SOURCES selftest_fpu_context.cpp EXPECT_STATUS 1
                 DEFINITIONS TAUT_STACKING_OFF EXPECT_TEXT "mismatches found")
else()
  taut_add_image(forbidden_fpu SOURCES selftest_forbidden/fpu.cpp
                 EXPECT_REFUSAL "main: FPU instruction 'vadd.f32' on a core without FPU")
endif()

# Cost clock and tick; overrun.
taut_add_image(selftest_timing SOURCES selftest_timing.cpp GOLDEN golden/selftest_timing.txt FLOAT_ONLY)
taut_add_image(selftest_overrun SOURCES selftest_overrun.cpp GOLDEN golden/selftest_overrun.txt)

# Received bytes: 300 letters, more than the board keeps.
string(REPEAT "abcdefghijklmnopqrstuvwxyz" 12 alphabets)
string(SUBSTRING "${alphabets}" 0 300 letters)
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/receive.txt CONTENT "${letters}")
taut_add_image(selftest_receive SOURCES selftest_receive.cpp GOLDEN golden/selftest_receive.txt
               INPUT ${CMAKE_CURRENT_BINARY_DIR}/receive.txt
               DEFINITIONS TAUT_TICK_INTERRUPT=${tick_number})

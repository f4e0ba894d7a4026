# Self tests of the runner and the image check, on one board. Each check has a case that it refuses.

# Further ways that a run can end.
taut_add_exit_selftest(1 exit1 1)
taut_add_exit_selftest(7 exit7 7)
taut_add_exit_selftest(unaligned unaligned_float 70 EXPECT_TEXT "fault UsageFault\ncfsr 01000000")
taut_add_exit_selftest(divide divide_by_zero 70 EXPECT_TEXT "fault UsageFault\ncfsr 02000000")
taut_add_exit_selftest(lock_up lock_up 134)
taut_add_exit_selftest(hang hang 124 TIMEOUT 2)

# Start-up, at every optimisation level.
foreach(level "-O0" "-O1" "-Os" "-O3" "-O2;-flto")
  string(REGEX REPLACE "[-;]+" "_" suffix "${level}")
  taut_add_board_library(taut_board${suffix} ${level})
  taut_add_image(selftest_boot${suffix} SOURCES selftest_boot.cpp OPTIMISE ${level}
                 BOARD_LIBRARY taut_board${suffix} GOLDEN golden/selftest_boot.txt FLOAT_ONLY
                 ALLOW_CONSTRUCTOR "_GLOBAL__sub_I_*" "_sub_I_*")
endforeach()

# Start-up with the constructors lost: the canary ends the run, and the image check says so before.
set(lost ${CMAKE_CURRENT_BINARY_DIR}/scripts/constructors_lost)
taut_edit_scripts(${lost} "__init_array_end = ." "__init_array_end = __init_array_start")
taut_add_image(selftest_boot_constructors_lost SOURCES selftest_boot.cpp SCRIPT_DIR ${lost}
               EXPECT_STATUS 81 EXPECT_TEXT "start-up: global constructors did not run"
               CHECK --expect-refusal .init_array)

# The formatter; stack paint.
taut_add_image(selftest_text SOURCES selftest_text.cpp GOLDEN golden/selftest_text.txt FLOAT_ONLY)
taut_add_image(selftest_stack SOURCES selftest_stack.cpp STACK_BYTES 2048 STACK_BOUND
               GOLDEN golden/selftest_stack.txt)

# The tick in a memory of its own, as boards with an ITCM have it, which no emulator runs: here in memory that
# the board's linker script does not give out.
set(fast ${CMAKE_CURRENT_BINARY_DIR}/scripts/fast)
taut_edit_scripts(${fast} "FLASH (rx) :" "ITCM (rx) : ORIGIN = 0x00100000, LENGTH = 64K\n  FLASH (rx) :")
file(COPY_FILE ${TAUT_BOARDS_DIR}/cortex_m/fast_code_itcm.ld ${fast}/fast_code.ld ONLY_IF_DIFFERENT)
taut_add_image(selftest_fast_code SOURCES selftest_overrun.cpp SCRIPT_DIR ${fast}
               GOLDEN golden/selftest_overrun.txt)

# What the image check must refuse, and by which name.
function(taut_add_forbidden name offender)
  taut_add_image(forbidden_${name} SOURCES selftest_forbidden/${name}.cpp selftest_forbidden/stubs.cpp
                 EXPECT_REFUSAL ${offender} ${ARGN})
endfunction()

taut_add_forbidden(malloc malloc:)
taut_add_forbidden(new _Znwj:)
taut_add_forbidden(double __aeabi_dmul: FLOAT_ONLY)
taut_add_forbidden(promotion __aeabi_f2d: FLOAT_ONLY)
taut_add_forbidden(soft_float __aeabi_fadd: FLOAT_ONLY)
taut_add_forbidden(printf _printf_i:)
taut_add_forbidden(throw __cxa_throw: OPTIONS -fexceptions)
taut_add_forbidden(rtti _ZTI6Square: OPTIONS -frtti)
taut_add_forbidden(guard __cxa_guard_acquire: OPTIONS -fthreadsafe-statics)
taut_add_forbidden(abort abort:)
taut_add_forbidden(constructor _GLOBAL__sub_I_)
taut_add_forbidden(late_fpu "Reset_Handler: FPU instruction 'vpush'" OPTIMISE -O1)
taut_add_forbidden(no_fpu "Reset_Handler: never switches the FPU on")
taut_add_forbidden(recursion "_Z5counti: recursion" STACK_BOUND)
taut_add_forbidden(indirect "main: indirect call" STACK_BOUND)
taut_add_forbidden(dynamic_frame "main: dynamic frame" STACK_BOUND)

# Faults of the link, the table and the budget, in an image that is otherwise clean.
set(plain SOURCES selftest_forbidden/plain.cpp)
taut_add_image(forbidden_flash ${plain} CHECK --max-flash 100 EXPECT_REFUSAL "flash: ")
taut_add_image(forbidden_ram ${plain} CHECK --max-ram 1 EXPECT_REFUSAL "ram: ")
taut_add_image(forbidden_slot SOURCES selftest_overrun.cpp CHECK --tick-slot 25 EXPECT_REFUSAL "taut_tick: not in")
taut_add_image(forbidden_stack ${plain} STACK_BYTES 64 STACK_BOUND EXPECT_REFUSAL "stack bound: ")
taut_add_image(forbidden_stack_budget ${plain} STACK_BOUND CHECK --max-stack 64 EXPECT_REFUSAL "stack bound: ")

set(no_stack ${CMAKE_CURRENT_BINARY_DIR}/scripts/no_stack)
taut_edit_scripts(${no_stack} "__stack_top = ." "__stack_end = .")
taut_add_image(forbidden_word_0 ${plain} SCRIPT_DIR ${no_stack} LINK_OPTIONS
               -Wl,--defsym=__stack_top=64 EXPECT_REFUSAL "vector table: word 0")
taut_add_image(forbidden_word_1 ${plain} LINK_OPTIONS -Wl,--defsym=Reset_Handler=0x30000001
               EXPECT_REFUSAL "vector table: word 1")

set(rwx ${CMAKE_CURRENT_BINARY_DIR}/scripts/rwx)
taut_edit_scripts(${rwx} "flash PT_LOAD FLAGS(5)" "flash PT_LOAD FLAGS(7)")
taut_add_image(forbidden_rwx ${plain} SCRIPT_DIR ${rwx} LINK_OPTIONS -Wl,--no-warn-rwx-segments
               EXPECT_REFUSAL "segment at 0x00000400")

# What must not even link or compile, and what it says.
function(taut_add_unbuildable name message)
  taut_add_image(unbuildable_${name} NO_TESTS ${ARGN})
  taut_must_not_build(unbuildable_${name} ${message})
endfunction()

taut_add_unbuildable(heap "undefined reference to `_sbrk'" SOURCES selftest_forbidden/malloc.cpp)
taut_add_unbuildable(destructor "undefined reference to `__dso_handle'"
                     SOURCES selftest_forbidden/destructor.cpp)
taut_add_unbuildable(reload "period above 2.24 clocks" SOURCES selftest_forbidden/reload.cpp)

set(scripts ${CMAKE_CURRENT_BINARY_DIR}/scripts)
taut_edit_scripts(${scripts}/no_vectors "KEEP(*(.vectors))" "KEEP(*(.absent))")
taut_add_unbuildable(no_vectors "vector table: missing" ${plain} SCRIPT_DIR ${scripts}/no_vectors)
taut_edit_scripts(${scripts}/moved "ORIGIN = 0x00000000" "ORIGIN = 0x00000020")
taut_add_unbuildable(moved "vector table: not at the start" ${plain} SCRIPT_DIR ${scripts}/moved)
taut_edit_scripts(${scripts}/misaligned "ORIGIN = 0x00000000" "ORIGIN = 0x00000020" ".vectors :"
                  ".vectors 0x20 : SUBALIGN(32)")
taut_add_unbuildable(misaligned "vector table: not aligned" ${plain} SCRIPT_DIR ${scripts}/misaligned)
taut_edit_scripts(${scripts}/stack "__stack_limit = ." "__stack_limit = . + 8")
taut_add_unbuildable(stack "stack: not at the bottom" ${plain} SCRIPT_DIR ${scripts}/stack)

# An image that nobody gave a budget does not even configure.
add_test(NAME firmware.budgets.missing_is_refused
         COMMAND ${CMAKE_COMMAND} -DTAUT_BUDGETS=${TAUT_BUDGETS} -DIMAGE=orphan -P taut_budget.cmake
         WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
set_tests_properties(firmware.budgets.missing_is_refused PROPERTIES PASS_REGULAR_EXPRESSION
                     "orphan: an image without a budget")

# The runner's own refusals, and a board that does not exist.
add_test(NAME firmware.runner.golden_differs
         COMMAND Python3::Interpreter ${TAUT_TOOLS_DIR}/qemu_run $<TARGET_FILE:selftest_exit_0>
                 --golden ${CMAKE_CURRENT_SOURCE_DIR}/golden/selftest_boot.txt)
set_tests_properties(firmware.runner.golden_differs PROPERTIES PASS_REGULAR_EXPRESSION
                     "differs from the golden text.*-constructor_float ok.*[+]start")
# a part of a golden text is not any text
add_test(NAME firmware.runner.part_differs
         COMMAND Python3::Interpreter ${TAUT_TOOLS_DIR}/qemu_run $<TARGET_FILE:selftest_exit_0> --in-part
                 --golden ${CMAKE_CURRENT_SOURCE_DIR}/golden/selftest_boot.txt)
set_tests_properties(firmware.runner.part_differs PROPERTIES PASS_REGULAR_EXPRESSION
                     "differs from the golden text.*-bss ok.*[+]start")
add_test(NAME firmware.runner.status_differs
         COMMAND Python3::Interpreter ${TAUT_TOOLS_DIR}/qemu_run $<TARGET_FILE:selftest_exit_7>
                 --expect-status 1)
add_test(NAME firmware.runner.over_tick_budget
         COMMAND Python3::Interpreter ${TAUT_TOOLS_DIR}/qemu_run $<TARGET_FILE:demo> --tick-budget 100)
set_tests_properties(firmware.runner.over_tick_budget PROPERTIES PASS_REGULAR_EXPRESSION
                     "worst step [0-9]+, [0-9]+ over the budget of 100")
add_test(NAME firmware.runner.text_missing
         COMMAND Python3::Interpreter ${TAUT_TOOLS_DIR}/qemu_run $<TARGET_FILE:selftest_exit_0>
                 --expect-text stop)
set_tests_properties(firmware.runner.status_differs firmware.runner.text_missing
                     PROPERTIES WILL_FAIL ON)
add_test(NAME firmware.boards.unknown_is_refused
         COMMAND ${CMAKE_COMMAND} -DTAUT_BOARD=abacus -P CMakeLists.txt
         WORKING_DIRECTORY ${TAUT_BOARDS_DIR})
set_tests_properties(firmware.boards.unknown_is_refused PROPERTIES PASS_REGULAR_EXPRESSION
                     "'abacus' is not a board; there are: [a-z]")

# Everything that the Cortex-M toolchain files have in common. Not a toolchain file itself: include it
# after setting TAUT_CORE_FLAGS (the -mcpu, -mfpu and -mfloat-abi of one core).

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)

find_program(TAUT_ARM_GXX arm-none-eabi-g++)
find_program(TAUT_ARM_GCC arm-none-eabi-gcc)
if(NOT TAUT_ARM_GXX OR NOT TAUT_ARM_GCC)
  message(FATAL_ERROR "arm-none-eabi-g++ not found: apt install gcc-arm-none-eabi "
                      "libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib")
endif()
set(CMAKE_C_COMPILER ${TAUT_ARM_GCC})
set(CMAKE_CXX_COMPILER ${TAUT_ARM_GXX})
set(CMAKE_ASM_COMPILER ${TAUT_ARM_GCC})
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

# -ffp-contract=off  a*b+c is two roundings here, on the host and on every board: same bits everywhere.
# -fno-math-errno    sqrt is one instruction, without a call to set errno.
# -fno-tree-partial-pre  GCC 12 at -O3 has been seen to keep a member read before a call that changes it
#                    for a read after it.
# no unwind tables   nothing is ever unwound; with them libgcc's unwinder is linked.
# C++ destructors of globals stay a link error (__dso_handle): an image never returns from main to
# run them, so -fno-use-cxa-atexit, which would accept them silently, is left out on purpose.
set(taut_common_flags "${TAUT_CORE_FLAGS} -ffunction-sections -fdata-sections \
-fno-unwind-tables -fno-asynchronous-unwind-tables -ffp-contract=off -fno-math-errno \
-fno-tree-partial-pre")
set(CMAKE_ASM_FLAGS_INIT "${TAUT_CORE_FLAGS}")
set(CMAKE_C_FLAGS_INIT "${taut_common_flags}")
set(CMAKE_CXX_FLAGS_INIT "${taut_common_flags} -fno-exceptions -fno-rtti -fno-threadsafe-statics")

# No nosys.specs: its stubs would turn the missing _sbrk of a heap from a link error into a run-time
# surprise. No standard start files: the board starts itself.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "--specs=nano.specs -nostartfiles -Wl,--gc-sections -Wl,--fatal-warnings")

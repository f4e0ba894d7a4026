# taut_add_image(name SOURCES file... [option...]): one firmware image for the chosen board, as
# <name>.elf with <name>.map, and its tests.
#
#   FLOAT_ONLY             refuse arithmetic in double
#   TICK_BUDGET n          most that a step of the run may cost, in the unit of the board's clock
#   STACK_BYTES n          stack, if not the board's 4096
#   STACK_BOUND            add up the worst-case stack and refuse recursion and indirect calls
#   OPTIMISE flag...       default -O2
#   INPUT file             what the serial port receives in the run
#   GOLDEN golden/file     text that the run must print; golden/file of the board's folder comes first
#   IN_PART                the run may lack lines of that text
#   EXPECT_TEXT text       text that the run must contain
#   EXPECT_STATUS n        exit status of the run, default 0
#   TIMEOUT s              of the run, default 60
#   ALLOW_CONSTRUCTOR p... constructors of global objects, by pattern
#   DEFINITIONS, OPTIONS, LINK_OPTIONS, LIBRARIES  handed on to the target
#   EXPECT_REFUSAL name    the image check must refuse, naming this; the image is not run
#   CHECK argument...      further arguments of tools/check_image
#   BOARD_LIBRARY target   default taut_board
#   SCRIPT file            linker script instead of the board's memory.ld
#   SCRIPT_DIR dir         memory.ld and sections.ld from here instead of the board's
#   NO_RUN                 an image that does not end: no test runs it
#   NO_TESTS               no run; checked when it is linked, and not part of the default build
#
# Budgets of flash, static RAM and stack stand in budgets.txt of the board's folder; an image without a row there is an
# error. Tests: firmware.<name>.check on the linked image, firmware.<name>.run in the emulator.

find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(TAUT_TOOLS_DIR ${CMAKE_CURRENT_LIST_DIR}/../tools)
set(TAUT_FIRMWARE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(TAUT_IMAGE_WARNINGS -Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion -Werror)

set(TAUT_BUDGETS ${TAUT_BOARDS_DIR}/${TAUT_BOARD}/budgets.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${TAUT_BUDGETS})
include(${CMAKE_CURRENT_LIST_DIR}/taut_budget.cmake)

function(taut_add_image name)
  set(switches FLOAT_ONLY STACK_BOUND NO_RUN NO_TESTS IN_PART)
  set(values TICK_BUDGET STACK_BYTES INPUT GOLDEN EXPECT_TEXT EXPECT_STATUS TIMEOUT EXPECT_REFUSAL
             BOARD_LIBRARY SCRIPT SCRIPT_DIR)
  set(lists SOURCES OPTIMISE ALLOW_CONSTRUCTOR DEFINITIONS OPTIONS LINK_OPTIONS LIBRARIES CHECK)
  cmake_parse_arguments(PARSE_ARGV 1 IMAGE "${switches}" "${values}" "${lists}")
  if(IMAGE_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "taut_add_image(${name}): unknown argument ${IMAGE_UNPARSED_ARGUMENTS}")
  endif()
  foreach(default "OPTIMISE=-O2" "TIMEOUT=60" "EXPECT_STATUS=0" "BOARD_LIBRARY=taut_board")
    string(REGEX MATCH "^([A-Z_]+)=(.*)$" matched ${default})
    if(NOT DEFINED IMAGE_${CMAKE_MATCH_1})
      set(IMAGE_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    endif()
  endforeach()

  # The board's linker script finds what it includes through -L; SCRIPT_DIR comes first.
  set(script ${TAUT_BOARD_LINKER_SCRIPT})
  set(script_dirs -L${TAUT_BOARDS_DIR}/${TAUT_BOARD} -L${TAUT_BOARDS_DIR}/cortex_m)
  if(IMAGE_SCRIPT)
    set(script ${IMAGE_SCRIPT})
  endif()
  if(IMAGE_SCRIPT_DIR)
    set(script ${IMAGE_SCRIPT_DIR}/memory.ld)
    set(script_dirs -L${IMAGE_SCRIPT_DIR} ${script_dirs})
  endif()

  add_executable(${name} ${IMAGE_SOURCES})
  set_target_properties(${name} PROPERTIES SUFFIX .elf LINK_DEPENDS
                        "${script};${TAUT_BOARDS_DIR}/cortex_m/sections.ld")
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_include_directories(${name} PRIVATE ${TAUT_FIRMWARE_DIR})
  target_compile_definitions(${name} PRIVATE ${IMAGE_DEFINITIONS})
  target_compile_options(
    ${name} PRIVATE ${TAUT_IMAGE_WARNINGS} -fcallgraph-info=su,da ${IMAGE_OPTIMISE} ${IMAGE_OPTIONS})
  target_link_libraries(${name} PRIVATE ${IMAGE_BOARD_LIBRARY} ${IMAGE_LIBRARIES})
  target_link_options(${name} PRIVATE ${IMAGE_OPTIMISE} ${script_dirs} -T${script}
                      -Wl,-Map=$<TARGET_FILE_DIR:${name}>/${name}.map ${IMAGE_LINK_OPTIONS})
  if(IMAGE_STACK_BYTES)
    target_link_options(${name} PRIVATE -Wl,--defsym=__stack_size=${IMAGE_STACK_BYTES})
  endif()

  # The check of the linked image.
  taut_budget(budget ${name})
  set(check --tick-slot ${TAUT_BOARD_TICK_SLOT} ${budget} ${IMAGE_CHECK})
  if(IMAGE_FLOAT_ONLY)
    list(APPEND check --float-only)
  endif()
  foreach(pattern ${IMAGE_ALLOW_CONSTRUCTOR})
    list(APPEND check --allow-constructor ${pattern})
  endforeach()
  if(IMAGE_STACK_BOUND)
    get_target_property(board_dir ${IMAGE_BOARD_LIBRARY} BINARY_DIR)
    list(APPEND check --callgraph ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir
         --callgraph ${board_dir}/CMakeFiles/${IMAGE_BOARD_LIBRARY}.dir)
  endif()
  if(IMAGE_EXPECT_REFUSAL)
    list(APPEND check --expect-refusal ${IMAGE_EXPECT_REFUSAL})
  endif()
  if(IMAGE_NO_TESTS)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_custom_command(TARGET ${name} POST_BUILD VERBATIM
                       COMMAND Python3::Interpreter ${TAUT_TOOLS_DIR}/check_image $<TARGET_FILE:${name}> ${check})
    return()
  endif()
  add_test(NAME firmware.${name}.check
           COMMAND Python3::Interpreter ${TAUT_TOOLS_DIR}/check_image $<TARGET_FILE:${name}> ${check})

  # The run.
  if(NOT TAUT_BOARD_EMULATED OR IMAGE_NO_RUN OR IMAGE_EXPECT_REFUSAL)
    return()
  endif()
  set(run --board ${TAUT_BOARD} --timeout ${IMAGE_TIMEOUT} --expect-status ${IMAGE_EXPECT_STATUS})
  if(IMAGE_GOLDEN)
    set(golden ${TAUT_BOARDS_DIR}/${TAUT_BOARD}/${IMAGE_GOLDEN})
    if(NOT EXISTS ${golden})
      set(golden ${IMAGE_GOLDEN})
    endif()
    get_filename_component(golden ${golden} ABSOLUTE)
    list(APPEND run --golden ${golden})
    if(IMAGE_IN_PART)
      list(APPEND run --in-part)
    endif()
  endif()
  if(IMAGE_TICK_BUDGET)
    list(APPEND run --tick-budget ${IMAGE_TICK_BUDGET})
  endif()
  if(IMAGE_INPUT)
    list(APPEND run --input ${IMAGE_INPUT})
  endif()
  if(IMAGE_EXPECT_TEXT)
    list(APPEND run --expect-text ${IMAGE_EXPECT_TEXT})
  endif()
  add_test(NAME firmware.${name}.run
           COMMAND Python3::Interpreter ${TAUT_TOOLS_DIR}/qemu_run $<TARGET_FILE:${name}> ${run})
endfunction()

# taut_must_not_build(name message): the target `name` fails to build, and says `message`.
function(taut_must_not_build name message)
  add_test(NAME firmware.${name}.must_not_build
           COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target ${name})
  set_tests_properties(firmware.${name}.must_not_build PROPERTIES PASS_REGULAR_EXPRESSION "${message}"
                       RESOURCE_LOCK taut_build_directory)
endfunction()

# taut_edit_scripts(dir [from to]...): writes the board's linker scripts to `dir` with each `from`
# replaced. For images that prove a check by breaking what it guards.
function(taut_edit_scripts dir)
  set(edits ${ARGN})
  foreach(original ${TAUT_BOARD_LINKER_SCRIPT} ${TAUT_BOARDS_DIR}/cortex_m/sections.ld)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${original})
    get_filename_component(file ${original} NAME)
    file(READ ${original} text_${file})
  endforeach()
  while(edits)
    list(POP_FRONT edits from to)
    set(before "${text_memory.ld}${text_sections.ld}")
    string(REPLACE "${from}" "${to}" text_memory.ld "${text_memory.ld}")
    string(REPLACE "${from}" "${to}" text_sections.ld "${text_sections.ld}")
    if(before STREQUAL "${text_memory.ld}${text_sections.ld}")
      message(FATAL_ERROR "taut_edit_scripts: '${from}' is in no linker script")
    endif()
  endwhile()
  foreach(file memory.ld sections.ld)
    file(WRITE ${dir}/${file}.new "${text_${file}}")
    file(COPY_FILE ${dir}/${file}.new ${dir}/${file} ONLY_IF_DIFFERENT)
  endforeach()
endfunction()

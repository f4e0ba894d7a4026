# Runs PROGRAM and compares what it prints with the file GOLDEN.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed RESULT_VARIABLE status)
file(READ ${GOLDEN} golden)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}")
endif()
if(NOT printed STREQUAL golden)
  message(FATAL_ERROR "not the bits of ${GOLDEN}:\n${printed}")
endif()

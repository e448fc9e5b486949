# Tests of the driver of an accelerator: tir_check_driver.
#
# find_package(TIR COMPONENTS tirc) includes this file.
#
# tir_check_driver(<test> TABLE <file> SOURCES <file>... [MODELS <file>...] [INCLUDES <folder>...] [OPTIONS <option>...])
#
# Adds a test that builds the driver with models for each row of its table, and runs them on this machine.
#
#   TABLE     the offload table, as for tirc --offload
#   SOURCES   the driver and the adapter (kit.h), in C
#   MODELS    networks, whose results are compared layer by layer
#   INCLUDES  folders of headers besides the folders of SOURCES
#   OPTIONS   more options of kit/check_driver.py

cmake_policy(VERSION 3.20)
include_guard(GLOBAL)

set(TIR_ACCELERATOR_DIR "${CMAKE_CURRENT_LIST_DIR}" CACHE PATH "Checks and template of a driver")

function(tir_check_driver test)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TABLE" "SOURCES;MODELS;INCLUDES;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_TABLE OR NOT ARG_SOURCES)
    message(FATAL_ERROR "tir_check_driver(${test}): expected TABLE <file> SOURCES <file>..., got '${ARGN}'")
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(command "${Python3_EXECUTABLE}" "${TIR_ACCELERATOR_DIR}/kit/check_driver.py" "--cc=${CMAKE_C_COMPILER}"
    "--tirc=${TIRC}" --table "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_TABLE}")
  foreach(source IN LISTS ARG_SOURCES)
    list(APPEND command "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
  endforeach()
  foreach(model IN LISTS ARG_MODELS)
    list(APPEND command "--model=${CMAKE_CURRENT_SOURCE_DIR}/${model}")
  endforeach()
  foreach(folder IN LISTS ARG_INCLUDES)
    list(APPEND command "--include=${folder}")
  endforeach()
  add_test(NAME "${test}" COMMAND ${command} ${ARG_OPTIONS})
endfunction()

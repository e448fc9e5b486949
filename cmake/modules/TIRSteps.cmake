# Inner steps of kernels (lib/Steps): the text of each goes into libTIR, and its bitcode, which clang of the same LLVM
# makes of it.
find_program(TIR_STEPS_CLANG NAMES clang-${LLVM_VERSION_MAJOR} clang
  HINTS "${LLVM_TOOLS_BINARY_DIR}" DOC "clang of the same LLVM, which compiles the inner steps of kernels")
if(TIR_STEPS_CLANG)
  execute_process(COMMAND "${TIR_STEPS_CLANG}" --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(NOT version MATCHES "version ${LLVM_VERSION_MAJOR}\\.")
    message(STATUS "${TIR_STEPS_CLANG} is not of LLVM ${LLVM_VERSION_MAJOR}")
    set(TIR_STEPS_CLANG TIR_STEPS_CLANG-NOTFOUND CACHE FILEPATH "" FORCE)
  endif()
endif()
if(NOT TIR_STEPS_CLANG)
  message(STATUS "There is no clang ${LLVM_VERSION_MAJOR} to compile inner steps of kernels: this tirc has no steps "
    "with the vector instructions of a Cortex-M55, and uses the schedule 'portable' instead; install "
    "clang-${LLVM_VERSION_MAJOR}, or set TIR_STEPS_CLANG")
endif()

# _tir_compile_step(<folder> <step> <bitcode> <flags>...) compiles <folder>/<step>.c to the file `bitcode`.
function(_tir_compile_step folder step bitcode)
  # Optimisation begins when the step is part of a kernel: only then are its sizes known.
  add_custom_command(OUTPUT "${bitcode}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_CURRENT_BINARY_DIR}/${folder}"
    COMMAND "${TIR_STEPS_CLANG}" ${ARGN} -std=c99 -O2 -Xclang -disable-llvm-passes -ffreestanding
      -fno-strict-aliasing -emit-llvm -Wall -Wextra -Werror -I. -include step.h -c ${folder}/${step}.c -o "${bitcode}"
    # The bitcode names the file, which is the same in each checkout then.
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/${step}.c" "${CMAKE_CURRENT_SOURCE_DIR}/step.h"
    COMMENT "Compiling the step ${bitcode}" VERBATIM)
endfunction()

# tir_embed_steps(<output> <folder> FLAGS <flags>... STEPS <name>...) writes rows {"name", "text", bitcode, plain} to the
# file `output`, one for each <name>.c of the folder below the current one. The bitcode is for the processor that the
# flags name, and `plain` is the bitcode of the plain loops of the same step, for this machine.
function(tir_embed_steps output folder)
  cmake_parse_arguments(ARG "" "" "FLAGS;STEPS" ${ARGN})
  set(sources "")
  set(bitcodes "")
  foreach(step IN LISTS ARG_STEPS)
    set(source "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/${step}.c")
    set(bitcode "${CMAKE_CURRENT_BINARY_DIR}/${folder}/${step}.bc")
    list(APPEND sources "${source}")
    if(NOT TIR_STEPS_CLANG)
      continue()
    endif()
    set(plain "${CMAKE_CURRENT_BINARY_DIR}/${folder}/${step}.plain.bc")
    _tir_compile_step(${folder} ${step} "${bitcode}" ${ARG_FLAGS})
    _tir_compile_step(${folder} ${step} "${plain}" --target=${LLVM_HOST_TRIPLE})
    list(APPEND bitcodes "${bitcode}" "${plain}")
  endforeach()
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DSOURCES=${sources}" "-DBITCODES=${bitcodes}"
      -P "${PROJECT_SOURCE_DIR}/cmake/modules/TIRWriteSteps.cmake"
    DEPENDS ${sources} ${bitcodes} "${PROJECT_SOURCE_DIR}/cmake/modules/TIRWriteSteps.cmake"
    COMMENT "Embedding the steps of ${folder}" VERBATIM)
endfunction()

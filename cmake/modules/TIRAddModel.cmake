# Models as libraries of a CMake project: tir_add_model and tir_add_registry.
#
# find_package(TIR) includes this file; find_package(TIR COMPONENTS tirc) does so without LLVM's development packages.
# It can also be included directly, from an installed tirc or from its sources. It needs only the program tirc. These
# variables can be set before, or on CMake's command line:
#
#   TIRC           the program (default: found next to this file, or in PATH)
#   TIR_CRT_DIR    sources of the C runtime; add_subdirectory builds its libraries
#
# tir_add_model(<target> MODEL <file> [NAME <name>] [INTERFACE c|packed]
#               [WORKSPACE internal|external|backend] [EMIT c|obj]
#               [TARGET <name>] [TARGET_CPU <cpu>] [TARGET_TRIPLE <triple>]
#               [RENAME <old>:<new>...] [OPTIONS <option>...] [DEPENDS <file>...])
#
# Adds a static library of the model. The model is compiled at build time, and again if the model, tirc or a file in
# DEPENDS (such as a plugin) is newer, or the options have changed. Targets that link to the library find
# tvmgen_<name>.h, and with INTERFACE packed also the runtime's headers. If the project has the runtime's library
# tir_crt_common, it is linked after the model.
#
#   MODEL          the file that tirc reads; in the current source folder, or the output of another command
#   NAME           part of all C names (default: as in tirc, the name of MODEL's file, or TVM's `default` if OPTIONS
#                  has --tvm-compat)
#   INTERFACE      what the application calls (default c)
#   WORKSPACE      where the memory between kernels comes from (default internal)
#   EMIT           c (default), compiled with the project's compiler and flags, or obj, compiled by tirc
#   TARGET         the processor or chip, as in --target=cortex-m4 (default: what the build says, by the flags of its
#                  compiler or the chip of ESP-IDF, Pico SDK or Zephyr; this machine if the project is compiled for it)
#   TARGET_CPU, TARGET_TRIPLE
#                  the machine in LLVM's terms. For EMIT obj, a cross-compiling project must set TARGET or the triple
#                  where none of these says it, unless CMAKE_C_COMPILER_TARGET is set
#   RENAME         names in C of inputs, outputs and variables, such as Identity:output
#   OPTIONS        more options of tirc, such as --io-quant=a:0.5:0
#
# A keyword without a value is treated as absent.
#
# The library has the properties TIR_MODEL_NAME, TIR_MODEL_DIR (the folder of the header), TIR_MODEL_UNIT (the C file or
# object) and TIR_MODEL_REPORT (memory plan, kernels and places, as JSON).
#
# tir_add_registry(<target> MODELS <target>...)
#
# Adds an object library with TVMSystemLibEntryPoint and the metadata of each of these models, in that order. It links
# the models. Its object is always part of the program, whatever the order of libraries.

cmake_policy(VERSION 3.20)
include_guard(GLOBAL)

# share/tirc of an installation, or the root of the sources.
get_filename_component(_tir_root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(TIR_CRT_DIR "${_tir_root}/runtime/crt" CACHE PATH "Sources of tirc's C runtime")

# The program runs on this machine, wherever the libraries are.
find_program(TIRC NAMES tirc DOC "tirc, the compiler of models"
  HINTS "${_tir_root}/../../bin" "${_tir_root}/build/release/bin"
  NO_CMAKE_FIND_ROOT_PATH)

# _tir_compiler_files(<where> <files>): sets `files` to the files of tirc. The program itself is small; changes affect
# mostly its library.
function(_tir_compiler_files where files)
  if(NOT TIRC OR NOT EXISTS "${TIRC}")
    message(FATAL_ERROR "${where}: tirc was not found (TIRC is '${TIRC}'); expected it where it was installed "
      "with this file, or in PATH: install it, or give -DTIRC=/path/to/tirc")
  endif()
  get_filename_component(program "${TIRC}" REALPATH)
  get_filename_component(folder "${program}" DIRECTORY)
  file(GLOB libraries "${folder}/../lib/libTIR*.so.*")
  set(${files} "${program}" ${libraries} PARENT_SCOPE)
endfunction()

# _tir_name_of_file(<file> <name>): sets `name` to tirc's default name for a model in this file.
function(_tir_name_of_file file name)
  get_filename_component(stem "${file}" NAME_WLE)
  string(REGEX REPLACE "[^A-Za-z0-9]+" "_" stem "${stem}")
  string(REGEX REPLACE "^_+|_+$" "" stem "${stem}")
  if(NOT stem)
    set(stem default)
  endif()
  set(${name} "${stem}" PARENT_SCOPE)
endfunction()

# _tir_find_target(<target>): sets `target` to the name for --target of the processor for which the project is compiled,
# or to nothing if it is not known.
function(_tir_find_target target)
  set(found "")
  string(JOIN " " flags "${CMAKE_C_COMPILER_ARG1}" "${CMAKE_C_FLAGS}" "${CMAKE_C_FLAGS_INIT}")
  set(cores m0plus m0 m1 m3 m4 m7 m23 m33 m35p m52 m55 m85)
  list(JOIN cores "|" pattern)
  if(IDF_TARGET)
    set(found "${IDF_TARGET}")
  elseif(PICO_PLATFORM MATCHES "^rp2[0-9]+")
    set(found "${CMAKE_MATCH_0}")
  elseif(flags MATCHES "-mcpu=(cortex-(${pattern}))([+ ]|$)")
    set(found "${CMAKE_MATCH_1}")
  elseif(flags MATCHES "-march=(rv[0-9a-z]+)")
    string(REPLACE imafdc gc found "${CMAKE_MATCH_1}")
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(cortex-(${pattern}))$")
    set(found "${CMAKE_MATCH_1}")
  elseif(NOT CMAKE_CROSSCOMPILING)
    set(found host)
  endif()
  # Zephyr keeps the flags in its own variables.
  foreach(core IN LISTS cores)
    string(TOUPPER "CONFIG_CPU_CORTEX_${core}" option)
    if(${option})
      set(found "cortex-${core}")
    endif()
  endforeach()
  if(found MATCHES "^rv" AND NOT found MATCHES "^rv(32(e|ec|i|im|imc|imac|imafc|gc)|64(imac|gc))$")
    set(found "")
  endif()
  set(${target} "${found}" PARENT_SCOPE)
endfunction()

# _tir_check_language(<where>): checks that the project has C.
function(_tir_check_language where)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT C IN_LIST languages)
    message(FATAL_ERROR "${where}: the project does not enable C; expected project(... LANGUAGES C) or "
      "enable_language(C) before this call")
  endif()
endfunction()

# _tir_check_choice(<where> <keyword> <value> <choice>...): checks the value of a keyword.
function(_tir_check_choice where keyword value)
  if(NOT value IN_LIST ARGN)
    list(JOIN ARGN " or " choices)
    message(FATAL_ERROR "${where}: ${keyword} is '${value}'; expected ${choices}")
  endif()
endfunction()

# _tir_check_arguments(<function> <target>): checks the results of cmake_parse_arguments in the caller.
macro(_tir_check_arguments function target)
  if(arg_UNPARSED_ARGUMENTS)
    list(JOIN arg_UNPARSED_ARGUMENTS " " _tir_words)
    message(FATAL_ERROR "${function}(${target}): '${_tir_words}' does not belong to a keyword; expected "
      "${_tir_keywords}")
  endif()
  if(TARGET ${target})
    message(FATAL_ERROR "${function}(${target}): a target with this name already exists; expected a new name")
  endif()
endmacro()

# Adds the runtime's headers to the library and to the targets that link to it.
function(_tir_use_runtime target)
  if(EXISTS "${TIR_CRT_DIR}/include")
    target_include_directories(${target} SYSTEM PUBLIC "${TIR_CRT_DIR}/include")
  endif()
endfunction()

function(tir_add_model target)
  set(one_value MODEL NAME INTERFACE WORKSPACE EMIT TARGET TARGET_CPU TARGET_TRIPLE)
  set(_tir_keywords "${one_value};RENAME;OPTIONS;DEPENDS")
  list(JOIN _tir_keywords ", " _tir_keywords)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "${one_value}" "RENAME;OPTIONS;DEPENDS")
  _tir_check_arguments(tir_add_model ${target})
  set(where "tir_add_model(${target})")

  if(NOT arg_MODEL)
    message(FATAL_ERROR "${where}: no MODEL; expected a file that tirc reads, as in "
      "tir_add_model(${target} MODEL model.mlirbc)")
  endif()
  get_filename_component(model "${arg_MODEL}" ABSOLUTE)
  get_source_file_property(generated "${model}" GENERATED)
  if(NOT generated AND NOT EXISTS "${model}")
    # add_custom_command(OUTPUT) resolves paths relative to the binary folder.
    get_filename_component(made "${arg_MODEL}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    get_source_file_property(generated "${made}" GENERATED)
    if(NOT generated)
      message(FATAL_ERROR "${where}: MODEL ${model} does not exist; expected a file, or the output of an "
        "earlier add_custom_command in this folder")
    endif()
    set(model "${made}")
  endif()

  if(NOT arg_NAME AND "--tvm-compat" IN_LIST arg_OPTIONS)
    set(arg_NAME default)
  elseif(NOT arg_NAME)
    _tir_name_of_file("${model}" arg_NAME)
  endif()
  # All names that tirc writes are lower-case, since file systems may ignore case.
  string(TOLOWER "${arg_NAME}" name)
  if(NOT name MATCHES "^[a-z0-9_]+$")
    message(FATAL_ERROR "${where}: NAME '${arg_NAME}' cannot be part of a C name; expected letters, digits "
      "and '_': set NAME")
  endif()
  foreach(pair INTERFACE:c WORKSPACE:internal EMIT:c)
    string(REPLACE ":" ";" pair "${pair}")
    list(GET pair 0 keyword)
    if(NOT arg_${keyword})
      list(GET pair 1 arg_${keyword})
    endif()
  endforeach()
  _tir_check_choice("${where}" INTERFACE "${arg_INTERFACE}" c packed)
  _tir_check_choice("${where}" WORKSPACE "${arg_WORKSPACE}" internal external backend)
  _tir_check_choice("${where}" EMIT "${arg_EMIT}" c obj)
  set(own "-o|--?quiet|--?emit|--?model-name|--?interface-api|--?workspace|--?target|--?target-cpu|--?target-triple")
  foreach(option IN LISTS arg_OPTIONS)
    if(option MATCHES "^(${own})(=.*)?$")
      message(FATAL_ERROR "${where}: OPTIONS has ${option}; expected the keyword MODEL, EMIT, NAME, INTERFACE, "
        "WORKSPACE, TARGET, TARGET_CPU or TARGET_TRIPLE instead, or neither")
    elseif(option MATCHES "^--?system-lib")
      # In a static library, the linker would not find the registry if only names lead to the model.
      message(FATAL_ERROR "${where}: OPTIONS has ${option}; expected tir_add_registry(<target> MODELS ${target}), "
        "also for one model")
    endif()
  endforeach()
  if(NOT arg_TARGET AND NOT arg_TARGET_CPU AND NOT arg_TARGET_TRIPLE)
    _tir_find_target(arg_TARGET)
  endif()
  # Objects that pass floats in other registers than the program do not link.
  if(arg_TARGET MATCHES "^cortex" AND CMAKE_C_FLAGS MATCHES "-mfloat-abi=([a-z]+)" AND
      NOT arg_OPTIONS MATCHES "--?float-abi")
    list(APPEND arg_OPTIONS --float-abi=${CMAKE_MATCH_1})
  endif()
  if(arg_EMIT STREQUAL obj AND CMAKE_CROSSCOMPILING AND NOT arg_TARGET AND NOT arg_TARGET_TRIPLE)
    if(NOT CMAKE_C_COMPILER_TARGET)
      message(FATAL_ERROR "${where}: EMIT obj, and the project is compiled for another machine: expected "
        "TARGET, such as cortex-m4, or TARGET_TRIPLE")
    endif()
    set(arg_TARGET_TRIPLE "${CMAKE_C_COMPILER_TARGET}")
  endif()

  set(options --model-name=${name} --emit=${arg_EMIT} --interface-api=${arg_INTERFACE}
    --workspace=${arg_WORKSPACE})
  if(arg_TARGET)
    list(APPEND options --target=${arg_TARGET})
  endif()
  if(arg_TARGET_TRIPLE)
    list(APPEND options --target-triple=${arg_TARGET_TRIPLE})
  endif()
  if(arg_TARGET_CPU)
    list(APPEND options --target-cpu=${arg_TARGET_CPU})
  endif()
  list(TRANSFORM arg_RENAME PREPEND --rename=)
  list(APPEND options ${arg_RENAME} ${arg_OPTIONS})

  # The folder is named after the target, so that models with the same name do not collide.
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.tir")
  set(stem "${folder}/tvmgen_${name}")
  string(REPLACE obj o extension ${arg_EMIT})
  set(unit "${stem}.${extension}")
  _tir_compiler_files("${where}" compiler_files)
  _tir_check_language("${where}")
  add_custom_command(OUTPUT "${unit}" "${stem}.h"
    BYPRODUCTS "${stem}.report.json"
    COMMAND "${TIRC}" "${model}" -o "${folder}" --quiet ${options}
    DEPENDS "${model}" ${compiler_files} ${arg_DEPENDS}
    COMMENT "Compiling model ${name}" VERBATIM)

  add_library(${target} STATIC "${unit}" "${stem}.h")
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C C_STANDARD 99
    TIR_MODEL_NAME "${name}" TIR_MODEL_DIR "${folder}" TIR_MODEL_UNIT "${unit}"
    TIR_MODEL_REPORT "${stem}.report.json")
  if(arg_EMIT STREQUAL obj)
    set_source_files_properties("${unit}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  endif()
  target_include_directories(${target} PUBLIC "${folder}")
  if(arg_INTERFACE STREQUAL packed)
    _tir_use_runtime(${target})
  endif()
  target_link_libraries(${target} PUBLIC $<TARGET_NAME_IF_EXISTS:tir_crt_common>)
  if(UNIX)
    # Floating-point models need libm. A bare-metal program that has one links its own.
    target_link_libraries(${target} PUBLIC m)
  endif()
endfunction()

function(tir_add_registry target)
  set(_tir_keywords MODELS)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" MODELS)
  _tir_check_arguments(tir_add_registry ${target})
  set(where "tir_add_registry(${target})")
  if(NOT arg_MODELS)
    message(FATAL_ERROR "${where}: no MODELS; expected targets that tir_add_model made")
  endif()
  set(units "")
  foreach(model IN LISTS arg_MODELS)
    set(unit "")
    if(TARGET ${model})
      get_target_property(unit ${model} TIR_MODEL_UNIT)
    endif()
    if(NOT unit)
      message(FATAL_ERROR "${where}: '${model}' is not a model; expected a target that an earlier tir_add_model made")
    endif()
    list(APPEND units "${unit}")
  endforeach()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.tir")
  _tir_compiler_files("${where}" compiler_files)
  _tir_check_language("${where}")
  # Depend on the libraries, not on the units: the rules of the units are in other targets, and must not run twice at
  # once.
  add_custom_command(OUTPUT "${folder}/registry.c"
    COMMAND "${TIRC}" --link-registry ${units} -o "${folder}/registry.c" --quiet
    DEPENDS ${arg_MODELS} ${compiler_files}
    COMMENT "Writing the function registry ${target}" VERBATIM)
  add_library(${target} OBJECT "${folder}/registry.c")
  set_target_properties(${target} PROPERTIES C_STANDARD 99)
  target_include_directories(${target} PRIVATE "${folder}")
  _tir_use_runtime(${target})
  target_link_libraries(${target} PUBLIC ${arg_MODELS} $<TARGET_NAME_IF_EXISTS:tir_crt_common>)
endfunction()

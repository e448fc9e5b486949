# Everything links to the shared MLIR and LLVM. Additional static MLIR archives
# would give every type a second TypeID.
add_library(tir_compile_options INTERFACE)
separate_arguments(tir_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(tir_compile_options INTERFACE ${tir_llvm_definitions})
target_compile_options(tir_compile_options INTERFACE
  -fno-exceptions -fvisibility-inlines-hidden
  -Wall -Wextra -Wno-unused-parameter -Werror=return-type)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(tir_compile_options INTERFACE -fno-rtti)
endif()
if(TIR_ENABLE_ASSERTIONS)
  target_compile_options(tir_compile_options INTERFACE -UNDEBUG)
endif()
if(TIR_SANITIZER)
  target_compile_options(tir_compile_options INTERFACE
    -fsanitize=${TIR_SANITIZER} -fno-omit-frame-pointer)
  target_link_options(tir_compile_options INTERFACE -fsanitize=${TIR_SANITIZER})
endif()

include(TIRPrecompileHeaders)

# tir_add_library(<name> <sources>... [DEPENDS <tablegen targets>...]) compiles
# the objects of one folder. All such objects together form the library libTIR.
function(tir_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_library(${name} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC tir_compile_options)
  target_precompile_headers(${name} REUSE_FROM tir_precompiled)
  add_dependencies(${name} tir-headers ${ARG_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY TIR_LIBRARIES ${name})
endfunction()

# tir_add_tool(<name> <sources>...) adds a thin main program that links to libTIR,
# MLIR and LLVM.
function(tir_add_tool name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE tir_compile_options TIR MLIR LLVM)
  add_dependencies(${name} tir-headers)
  tir_install(${name})
endfunction()

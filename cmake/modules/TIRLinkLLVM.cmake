# How this build links LLVM and MLIR. One process must never contain two copies: each would have its own TypeIDs,
# registries and options.
#
#   TIR_LINK_LLVM=shared   libTIR.so, libTIRCAPI.so and the tools link to libMLIR.so and libLLVM.so. Plugins of MLIR
#                          work, and libTIR.so is itself one. This is the flavour for development.
#   TIR_LINK_LLVM=static   libTIRCAPI.so contains all of tirc, MLIR and LLVM, and exports C functions only. The tools
#                          are thin programs that call it. They need nothing but the system's C library.
set(TIR_LINK_LLVM shared CACHE STRING "How to link LLVM and MLIR: shared or static")
set_property(CACHE TIR_LINK_LLVM PROPERTY STRINGS shared static)
if(NOT TIR_LINK_LLVM MATCHES "^(shared|static)$")
  message(FATAL_ERROR "TIR_LINK_LLVM is '${TIR_LINK_LLVM}'; expected shared or static")
endif()

# The processors that a static build compiles for. Each one adds up to 10 MB; a shared build has all that LLVM has.
set(TIR_STATIC_TARGETS AArch64 ARM AVR MSP430 RISCV X86 Xtensa CACHE STRING
  "With TIR_LINK_LLVM=static, the LLVM targets to link")

if(TIR_LINK_LLVM STREQUAL shared)
  set(TIR_LLVM_LIBRARIES MLIR LLVM)
  return()
endif()
if(TIR_ENABLE_TESTS)
  message(FATAL_ERROR "TIR_LINK_LLVM is static, and TIR_ENABLE_TESTS is ON; the unit tests and the tests of plugins "
    "need the shared libraries: set TIR_ENABLE_TESTS to OFF")
endif()

# The archives are named by their files: their CMake targets would add the shared libraries. The linker takes only the
# members that it needs, so the list may have all of them.
file(GLOB archives "${LLVM_LIBRARY_DIR}/libMLIR*.a" "${LLVM_LIBRARY_DIR}/libLLVM*.a")
if(NOT archives)
  message(FATAL_ERROR "TIR_LINK_LLVM is static, but ${LLVM_LIBRARY_DIR} has no archives libMLIR*.a and libLLVM*.a; "
    "install the packages llvm-${LLVM_VERSION_MAJOR}-dev and libmlir-${LLVM_VERSION_MAJOR}-dev")
endif()
foreach(target IN LISTS TIR_STATIC_TARGETS)
  if(NOT target IN_LIST LLVM_TARGETS_TO_BUILD)
    message(FATAL_ERROR "TIR_STATIC_TARGETS has '${target}', which LLVM in ${LLVM_LIBRARY_DIR} does not have; expected "
      "some of ${LLVM_TARGETS_TO_BUILD}")
  endif()
endforeach()
# LLVM and MLIR call the initializers of all targets. Those of the absent ones do nothing, so that the targets are
# unknown to LLVM.
set(absent "/* Targets that are not in TIR_STATIC_TARGETS. */\n")
foreach(target IN LISTS LLVM_TARGETS_TO_BUILD)
  if(target IN_LIST TIR_STATIC_TARGETS)
    continue()
  endif()
  list(FILTER archives EXCLUDE REGEX "/libLLVM${target}[A-Z][A-Za-z]*\\.a$")
  foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser Disassembler)
    string(APPEND absent "void LLVMInitialize${target}${part}(void) {}\n")
  endforeach()
endforeach()
set(TIR_ABSENT_TARGETS "${PROJECT_BINARY_DIR}/AbsentTargets.c")
file(CONFIGURE OUTPUT "${TIR_ABSENT_TARGETS}" CONTENT "${absent}" @ONLY)

find_library(TIR_ZLIB_ARCHIVE libz.a REQUIRED)
find_library(TIR_ZSTD_ARCHIVE libzstd.a REQUIRED)
set(TIR_LLVM_LIBRARIES ${archives} "${TIR_ZLIB_ARCHIVE}" "${TIR_ZSTD_ARCHIVE}")

# tir_add_unittest(<name> <sources>...): a GoogleTest binary linked to libTIR,
# MLIR and LLVM. ctest runs it, and so does lit, which counts its tests one by
# one: test/Unit finds it as unittests/**/<name>, so the name ends in Tests.
include(GoogleTest)
add_custom_target(tir-unittests)

function(tir_add_unittest name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE
    tir_compile_options TIR MLIR LLVM GTest::gtest GTest::gtest_main)
  # Beside its build files, not among the tools.
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  add_dependencies(${name} tir-headers)
  add_dependencies(tir-unittests ${name})
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${name}.")
endfunction()

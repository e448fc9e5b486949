# tir_add_unittest(<name> <sources>...) adds a GoogleTest binary that links to
# libTIR, MLIR and LLVM. Both ctest and lit run it; lit counts its tests one by
# one. test/Unit finds it as unittests/**/<name>, so the name must end in Tests.
include(GoogleTest)
add_custom_target(tir-unittests)

function(tir_add_unittest name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE
    tir_compile_options TIR MLIR LLVM GTest::gtest GTest::gtest_main)
  tir_reuse_precompiled_headers(${name})
  tir_group_sources(${name})
  # Keep it with its build files, not with the tools.
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  add_dependencies(${name} tir-headers)
  add_dependencies(tir-unittests ${name})
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${name}.")
endfunction()

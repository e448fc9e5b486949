# `cmake --install` writes bin, lib, include, lib/cmake/TIR, where find_package(TIR)
# looks, and share/tirc with the sources that firmware is built from.
include(CMakePackageConfigHelpers)
set(tir_package_dir lib/cmake/TIR)

# tir_install(<target>) makes a tool or library part of the package, as
# TIR::<target>. At run time it finds our libraries relative to itself, and LLVM's
# in the folder where they are on this machine.
function(tir_install target)
  set_target_properties(${target} PROPERTIES
    INSTALL_RPATH "$ORIGIN/../lib;${LLVM_LIBRARY_DIR}")
  install(TARGETS ${target} EXPORT TIRTargets
    RUNTIME DESTINATION bin LIBRARY DESTINATION lib)
endfunction()

foreach(root "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
  install(DIRECTORY "${root}/include/" DESTINATION include FILES_MATCHING
    PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)
endforeach()
# Not among our headers: a program may have TVM's own headers.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime" "${PROJECT_SOURCE_DIR}/zephyr"
  DESTINATION share/tirc)
# In the same relative place as in the sources.
install(FILES "${PROJECT_SOURCE_DIR}/cmake/modules/TIRAddModel.cmake"
  DESTINATION share/tirc/cmake/modules)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION share/doc/tirc)

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/TIRConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/TIRConfig.cmake" INSTALL_DESTINATION ${tir_package_dir}
  PATH_VARS CMAKE_INSTALL_PREFIX NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# A project for a 32-bit machine may also use tirc.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/TIRConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/TIRConfig.cmake"
  "${PROJECT_BINARY_DIR}/TIRConfigVersion.cmake" DESTINATION ${tir_package_dir})
install(EXPORT TIRTargets NAMESPACE TIR:: DESTINATION ${tir_package_dir})

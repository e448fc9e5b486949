# `cmake --install` writes bin, lib, include, lib/cmake/TIR, where find_package(TIR) looks, and share/tirc with the
# sources that firmware is built from. The result can be moved: it refers to itself by relative paths only. The target
# `uninstall` removes what the last installation wrote.
#
# The components are `libraries`, which programs need to run, and `development`, which is everything else.
include(CMakePackageConfigHelpers)
set(tir_package_dir lib/cmake/TIR)

# tir_install(<target>) makes a tool or library part of the package, as TIR::<target>. At run time it finds our
# libraries relative to itself, and shared libraries of LLVM in the folder where they are on this machine.
function(tir_install target)
  set(rpath "$ORIGIN/../lib")
  if(TIR_LINK_LLVM STREQUAL shared)
    list(APPEND rpath "${LLVM_LIBRARY_DIR}")
  endif()
  # The same folders lie next to each other in a build. Its own path would change the size of a program.
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "${rpath}" BUILD_WITH_INSTALL_RPATH ON)
  install(TARGETS ${target} EXPORT TIRTargets
    RUNTIME DESTINATION bin COMPONENT development
    LIBRARY DESTINATION lib COMPONENT libraries NAMELINK_COMPONENT development)
endfunction()

if(TIR_LINK_LLVM STREQUAL shared)
  foreach(root "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
    install(DIRECTORY "${root}/include/" DESTINATION include COMPONENT development FILES_MATCHING
      PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)
  endforeach()
else()
  # The library shows the C API only; a program that includes these headers needs no LLVM. They contain MLIR's for the
  # part that the library has.
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/tir-c" DESTINATION include COMPONENT development)
  foreach(name AffineExpr AffineMap BuiltinAttributes BuiltinTypes Conversion Debug Diagnostics IR IntegerSet Interfaces
          Pass RegisterEverything Support Transforms)
    install(FILES "${LLVM_INCLUDE_DIR}/mlir-c/${name}.h" DESTINATION include/mlir-c COMPONENT development)
  endforeach()
  foreach(name Conversion/Passes Transforms/Transforms)
    get_filename_component(folder "${name}" DIRECTORY)
    install(FILES "${LLVM_INCLUDE_DIR}/mlir/${name}.capi.h.inc" DESTINATION include/mlir/${folder}
      COMPONENT development)
  endforeach()
endif()
# Not among our headers: a program may have TVM's own headers.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/accelerator" "${PROJECT_SOURCE_DIR}/bazel" "${PROJECT_SOURCE_DIR}/runtime"
  "${PROJECT_SOURCE_DIR}/zephyr"
  DESTINATION share/tirc COMPONENT development PATTERN __pycache__ EXCLUDE)
# In the same relative place as in the sources.
install(FILES "${PROJECT_SOURCE_DIR}/cmake/modules/TIRAddModel.cmake"
  DESTINATION share/tirc/cmake/modules COMPONENT development)

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/TIRConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/TIRConfig.cmake" INSTALL_DESTINATION ${tir_package_dir}
  PATH_VARS CMAKE_INSTALL_PREFIX NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# A project for a 32-bit machine may also use tirc.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/TIRConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/TIRConfig.cmake"
  "${PROJECT_BINARY_DIR}/TIRConfigVersion.cmake" DESTINATION ${tir_package_dir} COMPONENT development)
install(EXPORT TIRTargets NAMESPACE TIR:: DESTINATION ${tir_package_dir} COMPONENT development)

add_custom_target(uninstall COMMAND "${CMAKE_COMMAND}" "-DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt"
  -P "${CMAKE_CURRENT_LIST_DIR}/TIRUninstall.cmake" VERBATIM)

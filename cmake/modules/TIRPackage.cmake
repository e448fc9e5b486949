# Debian packages by CPack: `cpack -G DEB` in the build folder. scripts/package does so for both flavours:
#
#   TIR_LINK_LLVM=static   tirc: the tools, which need only the C library
#   TIR_LINK_LLVM=shared   libtir: the libraries, and libtir-dev: the tools that load plugins, headers and CMake files,
#                          on Debian's packages of LLVM
#
# tirc and libtir-dev have the same programs, so that only one of them can be installed at a time.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tirc)
set(CPACK_PACKAGE_VENDOR "the tirc project")
set(CPACK_PACKAGE_CONTACT "The tirc project <maintainers@tirc.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Compiler from neural networks to C99 and objects for firmware")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# The folder of packages has no other files in it.
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# As small as gzip, and a tenth of the time of xz.
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(TIR_LINK_LLVM STREQUAL static)
  set(tir_debian_packages tirc)
  set(CPACK_DEBIAN_PACKAGE_CONFLICTS libtir-dev)
  set(CPACK_DEBIAN_PACKAGE_REPLACES libtir-dev)
else()
  set(tir_debian_packages libtir libtir-dev)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_ALL libraries development)
  set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
  set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS libraries)
  set(CPACK_COMPONENT_LIBRARIES_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION_SUMMARY} (libraries)")
  set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION_SUMMARY} (tools for plugins, headers)")
  set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME libtir)
  set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtir-dev)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
  # find_package(TIR) finds MLIR, and MLIR's CMake files look for the last two.
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libmlir-${LLVM_VERSION_MAJOR}-dev, llvm-${LLVM_VERSION_MAJOR}-dev, mlir-${LLVM_VERSION_MAJOR}-tools, zlib1g-dev, libzstd-dev")
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_CONFLICTS tirc)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_REPLACES tirc)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_PROVIDES tirc)
  # A shared library of LLVM that is not in the system's folders.
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${LLVM_LIBRARY_DIR}" "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
endif()

foreach(package IN LISTS tir_debian_packages)
  set(component development)
  if(package STREQUAL libtir)
    set(component libraries)
  endif()
  # Where Debian's packages have it.
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION share/doc/${package} RENAME copyright
    COMPONENT ${component})
endforeach()
# What scripts/package writes: the packages that a static build has linked, and their licences.
install(DIRECTORY "${PROJECT_BINARY_DIR}/third-party" DESTINATION share/doc/tirc COMPONENT development OPTIONAL)
include(CPack)

# The compilers that tirc's presets choose, for a build by pip, which has no presets: clang-22, lld and ccache, if they
# are installed and the command line does not choose others (-C cmake.define.CMAKE_CXX_COMPILER=...). CC and CXX are
# ignored: scikit-build-core sets them to the compilers of Python itself. Include this file before project().

find_program(TIR_CLANG clang-22)
find_program(TIR_CLANGXX clang++-22)
find_program(TIR_LLD NAMES ld.lld-22 ld.lld)
if(NOT CMAKE_C_COMPILER AND TIR_CLANG)
  set(CMAKE_C_COMPILER "${TIR_CLANG}")
endif()
if(NOT CMAKE_CXX_COMPILER AND TIR_CLANGXX)
  set(CMAKE_CXX_COMPILER "${TIR_CLANGXX}")
  # Without this, ccache finds no object with precompiled headers.
  set(CMAKE_CXX_FLAGS_INIT "-Xclang -fno-pch-timestamp")
  if(TIR_LLD)
    set(CMAKE_SHARED_LINKER_FLAGS_INIT "-fuse-ld=lld")
    set(CMAKE_MODULE_LINKER_FLAGS_INIT "-fuse-ld=lld")
  endif()
endif()

find_program(TIR_CCACHE ccache)
if(TIR_CCACHE)
  get_filename_component(TIR_CHECKOUT "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
  foreach(language C CXX)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER AND NOT DEFINED ENV{CMAKE_${language}_COMPILER_LAUNCHER})
      set(CMAKE_${language}_COMPILER_LAUNCHER "${TIR_CHECKOUT}/cmake/compiler_cache" "${TIR_CHECKOUT}")
    endif()
  endforeach()
endif()

# With TIR_GROUP_SOURCES, a compilation takes several sources of a room, so that it reads headers and instantiates
# templates for all of them once. That takes much less processor time for a build from nothing, as in CI, and more after a
# change of one file.
option(TIR_GROUP_SOURCES "Compile the sources of a room in groups" OFF)
set(TIR_SOURCES_A_GROUP 16)

# Sources with names of their own that others in their room have, too; and one that takes as long as many others.
set(TIR_UNGROUPED_SOURCES
  lib/Conversion/ArithToEmitC/IntegerArithToEmitC.cpp
  lib/Conversion/TIRToEmitC/PixelStepFunctions.cpp
  lib/Dialect/TIR/IR/OpAttributes.cpp
  lib/Dialect/TIR/IR/TIRDialect.cpp
  lib/Dialect/Kernel/IR/KernelDialect.cpp
  lib/Dialect/TIR/Transforms/Conventions/Interfaces/MakeCInterface.cpp
  lib/Dialect/TIR/Transforms/Kernels/Outlining/MergeKernels.cpp
  lib/Dialect/TIR/Transforms/Memory/PlanMemory.cpp
  lib/Pipelines/ABI.cpp
  lib/Pipelines/Buffers.cpp
  lib/Pipelines/EmitC.cpp
  lib/Pipelines/Kernels.cpp
  lib/Pipelines/LLVM.cpp
  lib/Pipelines/Loops.cpp
  lib/Pipelines/Plan.cpp
  lib/Pipelines/Schedule.cpp
  lib/Target/C/CHeader.cpp
  lib/Target/Report/ReportModel.cpp
)

# tir_group_sources(<target>) groups the target's sources. Sources that use the names of LLVM are not in a group with
# those that use MLIR's, since some names are in both.
function(tir_group_sources target)
  if(NOT TIR_GROUP_SOURCES)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
    if(NOT source MATCHES "\\.cpp$" OR path IN_LIST TIR_UNGROUPED_SOURCES)
      continue()
    endif()
    set(names none)
    file(STRINGS "${CMAKE_CURRENT_SOURCE_DIR}/${source}" used REGEX "^using namespace (llvm|mlir);")
    if(used MATCHES "(llvm|mlir)")
      set(names "${CMAKE_MATCH_1}")
    endif()
    list(LENGTH sources_${names} count)
    list(APPEND sources_${names} "${source}")
    math(EXPR number "${count} / ${TIR_SOURCES_A_GROUP}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${names}_${number}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

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

include(TIRRooms)
tir_enforce_rooms(tir_compile_options)
include(TIRPrecompileHeaders)

include(TIRGroupSources)

# tir_add_objects(<name> <sources>... [ROOMS <rooms>...] [DEPENDS <tablegen targets>...]) makes the current folder a
# room, and compiles its objects. ROOMS names the rooms whose headers it may include.
function(tir_add_objects name)
  cmake_parse_arguments(ARG "" "" "ROOMS;DEPENDS" ${ARGN})
  if(NOT ARG_UNPARSED_ARGUMENTS)
    tir_add_room(ROOMS ${ARG_ROOMS})
    return()
  endif()
  add_library(${name} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC tir_compile_options)
  target_precompile_headers(${name} REUSE_FROM tir_precompiled)
  tir_group_sources(${name})
  add_dependencies(${name} tir-headers ${ARG_DEPENDS})
  tir_add_room(TARGET ${name} ROOMS ${ARG_ROOMS})
endfunction()

# tir_add_library takes the same arguments. All objects that it compiles form the library libTIR.
function(tir_add_library name)
  tir_add_objects(${name} ${ARGN})
  if(TARGET ${name})
    set_property(GLOBAL APPEND PROPERTY TIR_LIBRARIES ${name})
  endif()
endfunction()

# tir_add_tool(<name> <source>) adds a tool. The source has its main function, under the name <name>_main with '_' for
# '-'. A static build has it in libTIRCAPI, as the C++ functions that it calls; the program only calls it.
function(tir_add_tool name source)
  string(REPLACE "-" "_" main "${name}_main")
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}-main.c" CONTENT
    "int ${main}(int, char **);\nint main(int argc, char **argv) { return ${main}(argc, argv); }\n" @ONLY)
  add_executable(${name} "${CMAKE_CURRENT_BINARY_DIR}/${name}-main.c")
  if(TIR_LINK_LLVM STREQUAL static)
    add_library(${name}-objects OBJECT "${source}")
    target_link_libraries(${name}-objects PUBLIC tir_compile_options)
    add_dependencies(${name}-objects tir-headers)
    target_sources(TIRCAPI PRIVATE $<TARGET_OBJECTS:${name}-objects>)
    target_link_libraries(${name} PRIVATE TIRCAPI)
  else()
    target_sources(${name} PRIVATE "${source}")
    target_link_libraries(${name} PRIVATE tir_compile_options TIR ${TIR_LLVM_LIBRARIES})
    add_dependencies(${name} tir-headers)
  endif()
  tir_install(${name})
endfunction()

# Rooms. A room is a folder of lib, together with the folder of include/tir that mirrors it (include/tir-c belongs to
# CAPI). Its name is its path below lib. A room may include its own headers and the public ones of the rooms that it
# names after ROOMS; these must come before it, so that there is no cycle.
#
# Clang enforces this while it compiles. A map of modules for each room, build/…/rooms/<room>/room.modulemap, says which
# of our headers are the room's own, and which it may not use. With -fmodules-decluse, an include of the latter in a file
# of the room is an error, however it is written, also as `#include "../Other/Header.h"`. Nothing is compiled as a module.
#
# Configuring checks what a compilation cannot see: includes in .td files and in headers that are precompiled, and rooms
# that are named but not used. It checks the includes of all files, since ccache may have compiled them before the rooms
# after ROOMS have changed.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(TIR_ENFORCE_ROOMS ON)
endif()

# _tir_room_flags(<room> <flags>) sets `flags` to what a compilation needs to be part of the room.
function(_tir_room_flags room flags)
  set(map "${PROJECT_BINARY_DIR}/rooms/${room}/room.modulemap")
  # Ninja runs in this folder. ccache needs a path that is the same in each checkout.
  if(CMAKE_GENERATOR MATCHES "Ninja")
    file(RELATIVE_PATH map "${CMAKE_BINARY_DIR}" "${map}")
  endif()
  set(${flags} "-fmodule-name=${room}" "-fmodule-map-file=${map}" PARENT_SCOPE)
endfunction()

# tir_enforce_rooms(<target>) lets what links to this target have the flags that a shared precompiled header needs. They
# have no effect without a room's flags.
function(tir_enforce_rooms target)
  if(TIR_ENFORCE_ROOMS)
    target_compile_options(${target} INTERFACE -fmodules-decluse)
  endif()
endfunction()

# tir_compile_in_room(<target> <room>) compiles the sources of the target as part of the room.
function(tir_compile_in_room target room)
  if(TIR_ENFORCE_ROOMS)
    _tir_room_flags("${room}" flags)
    target_compile_options(${target} PRIVATE ${flags})
  endif()
endfunction()

# tir_add_room([TARGET <target>] [ROOMS <room>...]) makes the current folder of lib a room. The target compiles its
# sources; there is none if the room has headers only.
function(tir_add_room)
  cmake_parse_arguments(ARG "" "TARGET" "ROOMS" ${ARGN})
  file(RELATIVE_PATH room "${PROJECT_SOURCE_DIR}/lib" "${CMAKE_CURRENT_SOURCE_DIR}")
  get_property(below GLOBAL PROPERTY TIR_ROOMS)
  foreach(used IN LISTS ARG_ROOMS)
    if(NOT used IN_LIST below)
      message(FATAL_ERROR "the room '${room}' may use '${used}', which is not a room that comes before it; expected "
        "rooms that add_subdirectory has added already")
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY TIR_ROOMS "${room}")
  set_property(GLOBAL PROPERTY "TIR_ROOMS_OF_${room}" ${ARG_ROOMS})
  if(ARG_TARGET)
    tir_compile_in_room(${ARG_TARGET} "${room}")
  endif()
endfunction()

# _tir_mirror(<room> <folder>) sets `folder` to the path of the room's public headers in the checkout.
function(_tir_mirror room folder)
  set(${folder} "include/tir/${room}" PARENT_SCOPE)
  if(room STREQUAL "CAPI")
    set(${folder} "include/tir-c" PARENT_SCOPE)
  endif()
endfunction()

# _tir_list_headers(<room>) keeps the headers that other rooms may use, also those that TableGen writes, and the rest.
function(_tir_list_headers room)
  _tir_mirror("${room}" mirror)
  # A header that is not listed is not checked, so that a new one counts at once.
  file(GLOB public CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${mirror}/*.h")
  file(GLOB private CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/lib/${room}/*.h")
  set(generated "")
  if(EXISTS "${PROJECT_SOURCE_DIR}/${mirror}/CMakeLists.txt")
    get_directory_property(generated DIRECTORY "${PROJECT_SOURCE_DIR}/${mirror}" DEFINITION TABLEGEN_OUTPUT)
    list(REMOVE_DUPLICATES generated)
  endif()
  set_property(GLOBAL PROPERTY "TIR_PUBLIC_OF_${room}" ${public} ${generated})
  set_property(GLOBAL PROPERTY "TIR_PRIVATE_OF_${room}" ${private})
endfunction()

# _tir_write_map(<room> <rooms>) writes the map of one of the rooms. What it may use of others is in no module.
function(_tir_write_map room rooms)
  get_property(used GLOBAL PROPERTY "TIR_ROOMS_OF_${room}")
  set(own "")
  set(others "")
  foreach(other IN LISTS rooms)
    get_property(public GLOBAL PROPERTY "TIR_PUBLIC_OF_${other}")
    get_property(private GLOBAL PROPERTY "TIR_PRIVATE_OF_${other}")
    if(other STREQUAL room)
      set(own ${public} ${private})
    elseif(other IN_LIST used)
      list(APPEND others ${private})
    else()
      list(APPEND others ${public} ${private})
    endif()
  endforeach()
  foreach(headers own others)
    list(TRANSFORM ${headers} REPLACE "(.+)" "  textual header \"\\1\"\n")
    list(JOIN ${headers} "" ${headers})
  endforeach()
  set(map "// Written by cmake/modules/TIRRooms.cmake.\n")
  string(APPEND map "module \"${room}\" {\n${own}}\nmodule OtherRooms {\n${others}}\n")
  # The same text in each checkout.
  set(folder "${PROJECT_BINARY_DIR}/rooms/${room}")
  foreach(root "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}")
    file(RELATIVE_PATH relative "${folder}" "${root}")
    string(REGEX REPLACE "/$" "" relative "${relative}")
    string(REPLACE "\"${root}/" "\"${relative}/" map "${map}")
  endforeach()
  file(CONFIGURE OUTPUT "${folder}/room.modulemap" CONTENT "${map}" @ONLY)
endfunction()

# _tir_check_includes(<room>) checks the files of the room.
function(_tir_check_includes room)
  get_property(allowed GLOBAL PROPERTY "TIR_ROOMS_OF_${room}")
  _tir_mirror("${room}" mirror)
  set(patterns "")
  foreach(folder "${PROJECT_SOURCE_DIR}/${mirror}" "${PROJECT_SOURCE_DIR}/lib/${room}")
    list(APPEND patterns "${folder}/*.h" "${folder}/*.cpp" "${folder}/*.td")
  endforeach()
  file(GLOB files ${patterns})
  set(used "")
  foreach(file IN LISTS files)
    if(file MATCHES "\\.td$")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    endif()
    file(STRINGS "${file}" lines REGEX "^[ \t]*#?[ \t]*include [\"<](tir(-c)?/|\\.\\./)")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[^\"<]*[\"<]([^\">]*)/[^\">]*[\">].*" "\\1" target "${line}")
      string(REGEX REPLACE "^tir/" "" target "${target}")
      string(REGEX REPLACE "^tir-c.*" "CAPI" target "${target}")
      if(target STREQUAL room)
        continue()
      endif()
      if(NOT target IN_LIST allowed)
        string(STRIP "${line}" line)
        list(JOIN allowed ", " choices)
        file(RELATIVE_PATH file "${PROJECT_SOURCE_DIR}" "${file}")
        message(SEND_ERROR "${file}: '${line}' includes a header of the room '${target}'; expected a header of "
          "'${room}' or of the rooms that it may use (${choices}): move what both need further down, pass it in from "
          "above, or add the room after ROOMS in lib/${room}/CMakeLists.txt")
      endif()
      list(APPEND used "${target}")
    endforeach()
  endforeach()
  foreach(other IN LISTS allowed)
    if(NOT other IN_LIST used)
      message(SEND_ERROR "the room '${room}' may use '${other}', but does not include any of its headers; take it off "
        "ROOMS in lib/${room}/CMakeLists.txt")
    endif()
  endforeach()
endfunction()

# tir_check_rooms() checks all rooms that were added, and writes their maps.
function(tir_check_rooms)
  get_property(rooms GLOBAL PROPERTY TIR_ROOMS)
  foreach(room IN LISTS rooms)
    _tir_check_includes("${room}")
    _tir_list_headers("${room}")
  endforeach()
  foreach(room IN LISTS rooms)
    _tir_write_map("${room}" "${rooms}")
  endforeach()
endfunction()

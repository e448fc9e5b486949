# tir_embed_text(<output> <folder> <name>...) writes rows {"name", R"(text)"}, one
# for each file of the folder, for an array in C++ to include.
function(tir_embed_text output folder)
  set(rows "")
  foreach(name ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
      "${folder}/${name}")
    file(READ "${folder}/${name}" text)
    string(APPEND rows "{\"${name}\", R\"tir(${text})tir\"},\n")
  endforeach()
  # Unlike file(WRITE), this does not touch an unchanged file. Unlike
  # file(GENERATE), it keeps a $<...> in the text.
  file(CONFIGURE OUTPUT "${output}" CONTENT "@rows@" @ONLY)
endfunction()

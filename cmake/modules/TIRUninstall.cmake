# Removes the files of an installation, and tirc's folders that are then empty. Run as
# cmake -DMANIFEST=install_manifest.txt -P TIRUninstall.cmake, or by `cmake --build <folder> --target uninstall`.
if(NOT EXISTS "${MANIFEST}")
  message(FATAL_ERROR "${MANIFEST} does not exist; expected the list that `cmake --install` writes there. Run the "
    "installation from this build folder first")
endif()
file(STRINGS "${MANIFEST}" files)
set(folders "")
foreach(file IN LISTS files)
  file(REMOVE "$ENV{DESTDIR}${file}")
  # Only folders that are tirc's own: an empty bin or lib may be somebody else's.
  get_filename_component(folder "${file}" DIRECTORY)
  while(folder MATCHES "/(include/(tir|mlir)(-c)?|lib/cmake/TIR|share/(doc/)?(tirc|libtir(-dev)?))(/|$)")
    list(APPEND folders "$ENV{DESTDIR}${folder}")
    get_filename_component(folder "${folder}" DIRECTORY)
  endwhile()
endforeach()
list(REMOVE_DUPLICATES folders)
# A folder comes after those within it.
list(SORT folders ORDER DESCENDING)
foreach(folder IN LISTS folders)
  file(GLOB rest LIST_DIRECTORIES TRUE "${folder}/*" "${folder}/.[!.]*")
  if(NOT rest)
    file(REMOVE_RECURSE "${folder}")
  endif()
endforeach()
file(REMOVE "${MANIFEST}")

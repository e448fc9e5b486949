# Lists the packages of Debian whose libraries tirc is linked to, for --sbom.

# Appends rows for the package with this file, if one of Debian's packages has it, and if it is not there yet.
function(_tir_add_package file result)
  # The loader's folders are links to those in which the packages have their files.
  string(REGEX REPLACE "^/usr/" "/" short "${file}")
  foreach(candidate IN ITEMS "${file}" "${short}" "/usr${file}")
    execute_process(COMMAND "${TIR_DPKG_QUERY}" --search "${candidate}"
      OUTPUT_VARIABLE found ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE code)
    if(code EQUAL 0)
      break()
    endif()
  endforeach()
  if(NOT code EQUAL 0 OR NOT found MATCHES "^([^, ]+): ")
    return()
  endif()
  execute_process(
    COMMAND "${TIR_DPKG_QUERY}" --show "--showformat={\"\${Package}\", \"\${Version}\", \"\${Architecture}\"}," "${CMAKE_MATCH_1}"
    OUTPUT_VARIABLE row RESULT_VARIABLE code)
  string(FIND "${${result}}" "${row}" at)
  if(code EQUAL 0 AND at EQUAL -1)
    set(${result} "${${result}}${row}\n" PARENT_SCOPE)
  endif()
endfunction()

# Writes the rows of an array of C++ to `output`; none where there is no dpkg.
function(tir_list_linked_packages output)
  find_program(TIR_DPKG_QUERY dpkg-query)
  set(rows "")
  if(TIR_DPKG_QUERY)
    set(version "${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}")
    set(files "${LLVM_LIBRARY_DIR}/libMLIR.so.${version}" "${LLVM_LIBRARY_DIR}/libLLVM.so.${version}")
    if(TIR_LINK_LLVM STREQUAL static)
      set(files "${LLVM_LIBRARY_DIR}/libMLIRIR.a" "${LLVM_LIBRARY_DIR}/libLLVMSupport.a")
    endif()
    foreach(library IN ITEMS libstdc++.so.6 libgcc_s.so.1 libm.so.6 libc.so.6)
      execute_process(COMMAND "${CMAKE_CXX_COMPILER}" "--print-file-name=${library}"
        OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
      list(APPEND files "${file}")
    endforeach()
    find_path(TIR_TOML_INCLUDE_DIR toml++/toml.h)
    if(TIR_TOML_INCLUDE_DIR)
      list(APPEND files "${TIR_TOML_INCLUDE_DIR}/toml++/toml.h")
    endif()
    foreach(file IN LISTS files)
      # Packages are found by the names of the files themselves, and of the links to them.
      get_filename_component(path "${file}" ABSOLUTE)
      _tir_add_package("${path}" rows)
      get_filename_component(real "${file}" REALPATH)
      if(NOT real STREQUAL path)
        _tir_add_package("${real}" rows)
      endif()
    endforeach()
  endif()
  # An unchanged file compiles nothing again.
  file(GENERATE OUTPUT "${output}" CONTENT "${rows}")
endfunction()

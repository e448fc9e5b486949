# The files that scripts/generate_files makes of the TableGen files and of the tools' help: man pages, completion of the
# shells, and the typed options and builders of the package for Python, which installs them from there (`python`).
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(tir_generated "${PROJECT_BINARY_DIR}/generated")
file(GLOB_RECURSE tir_tablegen_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/tir/*.td"
  "${PROJECT_SOURCE_DIR}/include/tir/*.def")
file(GLOB tir_generating_scripts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/scripts/*.py")

# _tir_generate(<kind> <dependency>...) adds a target that writes the files of a kind to the folder `generated/<kind>`.
function(_tir_generate kind)
  set(stamp "${tir_generated}/${kind}.stamp")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${tir_generated}/${kind}"
    COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/scripts/generate_files" ${kind} "${tir_generated}/${kind}"
      "--llvm=${LLVM_TOOLS_BINARY_DIR}/.." "--tools=${PROJECT_BINARY_DIR}/bin"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS "${PROJECT_SOURCE_DIR}/scripts/generate_files" ${tir_generating_scripts} ${tir_tablegen_files} ${ARGN}
    COMMENT "Generating the files of ${kind}" VERBATIM)
  add_custom_target(tir-generate-${kind} ALL DEPENDS "${stamp}")
endfunction()

_tir_generate(completion)
_tir_generate(python)
_tir_generate(man tir-opt tir-translate)

set(TIR_ZSH_COMPLETION_DIR share/zsh/site-functions CACHE STRING
  "Where zsh looks for completions, below the prefix; share/zsh/vendor-completions in Debian's packages")
install(DIRECTORY "${tir_generated}/man/" DESTINATION share/man/man1 COMPONENT development)
install(FILES "${tir_generated}/completion/tirc.bash"
  DESTINATION share/bash-completion/completions RENAME tirc COMPONENT development)
install(FILES "${tir_generated}/completion/_tirc" DESTINATION "${TIR_ZSH_COMPLETION_DIR}" COMPONENT development)
install(FILES "${tir_generated}/completion/tirc.fish" DESTINATION share/fish/vendor_completions.d COMPONENT development)
install(DIRECTORY "${tir_generated}/python" DESTINATION share/tirc COMPONENT development)

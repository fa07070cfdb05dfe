# Man pages and completions of bash and zsh, made from what the program's --help says. Needs a program that runs here.

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(FIDUCIA_ZSH_DIR "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" CACHE STRING "Where zsh finds completions")

set(manual "${PROJECT_BINARY_DIR}/manual")
set(scripts "${PROJECT_SOURCE_DIR}/scripts/manual")
add_custom_command(
  OUTPUT "${manual}/made"
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${manual}"
  COMMAND "${Python3_EXECUTABLE}" -B "${scripts}/man_pages.py" "$<TARGET_FILE:fiducia>" "${manual}/man1"
  COMMAND "${Python3_EXECUTABLE}" -B "${scripts}/completions.py" "$<TARGET_FILE:fiducia>" "${manual}/completions"
  COMMAND "${CMAKE_COMMAND}" -E touch "${manual}/made"
  DEPENDS fiducia "${scripts}/help_text.py" "${scripts}/man_pages.py" "${scripts}/completions.py"
  COMMENT "Making man pages and completions from the program's --help"
  VERBATIM)
add_custom_target(fiducia_manual ALL DEPENDS "${manual}/made")

install(DIRECTORY "${manual}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
install(FILES "${manual}/completions/fiducia" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${manual}/completions/_fiducia" DESTINATION "${FIDUCIA_ZSH_DIR}")

# Run by `cmake --install`: the public headers of the components that were built and what they include. Looked for then and
# not when CMake configures, so that editing a header does not configure again.
# Given: SOURCE_DIR, DESTINATION, COMPONENTS.

cmake_policy(VERSION 3.22)  # nothing is inherited here
include("${SOURCE_DIR}/cmake/PublicHeaders.cmake")

set(waiting)
foreach(component IN LISTS COMPONENTS)
  list(APPEND waiting ${fiducia_${component}_headers})
endforeach()
set(headers)
while(waiting)
  list(POP_FRONT waiting header)
  list(APPEND headers ${header})
  file(STRINGS "${SOURCE_DIR}/src/fiducia/${header}" includes REGEX "^#include \"fiducia/")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^#include \"fiducia/([^\"]+)\".*" "\\1" included "${include}")
    if(NOT included STREQUAL "version.h" AND NOT included IN_LIST headers AND NOT included IN_LIST waiting)
      list(APPEND waiting ${included})
    endif()
  endforeach()
endwhile()

foreach(header IN LISTS headers)
  cmake_path(GET header PARENT_PATH folder)
  file(INSTALL "${SOURCE_DIR}/src/fiducia/${header}" DESTINATION "${DESTINATION}/${folder}")
endforeach()

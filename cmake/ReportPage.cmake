# The report's page, bundled from web/ with Node and compiled into fiducia_io as one string.
#
# fiducia_add_report_page(<target>): needs npm. Packages are installed into web/node_modules when the lock file changed.
# A source archive brings the page along, as web/page.html: then neither Node nor the network is needed.

find_program(FIDUCIA_NPM npm)
find_program(FIDUCIA_NODE NAMES node nodejs)

function(fiducia_add_report_page target)
  set(web "${PROJECT_SOURCE_DIR}/web")
  set(source "${PROJECT_BINARY_DIR}/generated/report_page_text.cc")
  if(EXISTS "${web}/page.html")
    set(page "${web}/page.html")
    set(bundle)
    set(made_from "${page}")
  else()
    if(NOT FIDUCIA_NPM OR NOT FIDUCIA_NODE)
      message(FATAL_ERROR "Node and npm are needed to bundle the report's page (web/): install nodejs and npm")
    endif()
    set(installed "${web}/node_modules/.package-lock.json")
    set(page "${web}/dist/page.html")
    set(bundle COMMAND "${FIDUCIA_NODE}" build.mjs)
    file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS "${web}/src/*")
    set(made_from "${installed}" "${web}/build.mjs" "${web}/tsconfig.json" ${page_sources})
    add_custom_command(
      OUTPUT "${installed}"
      COMMAND "${FIDUCIA_NPM}" ci --silent
      COMMAND "${CMAKE_COMMAND}" -E touch "${installed}"
      DEPENDS "${web}/package.json" "${web}/package-lock.json"
      WORKING_DIRECTORY "${web}"
      COMMENT "Installing the packages of the report's page"
      VERBATIM)
  endif()

  add_custom_command(
    OUTPUT "${source}"
    ${bundle}
    COMMAND "${CMAKE_COMMAND}" "-DPAGE=${page}" "-DSOURCE=${source}" -P "${PROJECT_SOURCE_DIR}/cmake/EmbedReportPage.cmake"
    DEPENDS ${made_from} "${PROJECT_SOURCE_DIR}/cmake/EmbedReportPage.cmake"
    WORKING_DIRECTORY "${web}"
    COMMENT "Embedding the report's page"
    VERBATIM)
  target_sources(${target} PRIVATE "${source}")
  set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# The CMake package: find_package(fiducia CONFIG REQUIRED [COMPONENTS core io vision]). Each component has its own export, so
# that who wants the core alone does not need the libraries that only io and vision link to.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/fiducia")

set(components core)
foreach(component io vision)
  string(TOUPPER ${component} option)
  if(FIDUCIA_BUILD_${option})
    list(APPEND components ${component})
  endif()
endforeach()

foreach(component IN LISTS components)
  install(TARGETS fiducia_${component} EXPORT fiducia-${component}-targets)
  install(EXPORT fiducia-${component}-targets NAMESPACE fiducia:: DESTINATION "${package_dir}")
endforeach()

install(CODE "set(SOURCE_DIR \"${PROJECT_SOURCE_DIR}\")
set(DESTINATION \"\${CMAKE_INSTALL_PREFIX}\")
cmake_path(APPEND DESTINATION \"${CMAKE_INSTALL_INCLUDEDIR}\" fiducia)
set(COMPONENTS ${components})")
install(SCRIPT "${PROJECT_SOURCE_DIR}/cmake/InstallHeaders.cmake")
install(FILES "${PROJECT_BINARY_DIR}/generated/fiducia/version.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/fiducia")

set(fiducia_is_static ON)
if(BUILD_SHARED_LIBS)
  set(fiducia_is_static OFF)
endif()
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/fiducia-config.cmake.in"
                              "${PROJECT_BINARY_DIR}/fiducia-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/fiducia-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/fiducia-config.cmake" "${PROJECT_BINARY_DIR}/fiducia-config-version.cmake"
        DESTINATION "${package_dir}")
# A static library names what it links to: who uses it must be able to find that.
if(fiducia_is_static)
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/FindAprilTag.cmake" "${PROJECT_SOURCE_DIR}/cmake/FindxxHash.cmake"
          DESTINATION "${package_dir}")
endif()

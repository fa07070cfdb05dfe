# fiducia::core, and fiducia::io and fiducia::vision where they are asked for. Headers stand beside their sources and are
# included from src/, as in "fiducia/camera/camera.h". What a library links to is private unless its headers show it.

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(Boost REQUIRED)

configure_file("${PROJECT_SOURCE_DIR}/cmake/version.h.in" "${PROJECT_BINARY_DIR}/generated/fiducia/version.h" @ONLY)

# fiducia_library(<name> <rooms of src/fiducia>...): the target fiducia_<name>, used as fiducia::<name>.
function(fiducia_library name)
  list(TRANSFORM ARGN REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/src/fiducia/\\1/*.cc" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  add_library(fiducia_${name} ${sources})
  add_library(fiducia::${name} ALIAS fiducia_${name})
  set_target_properties(fiducia_${name} PROPERTIES EXPORT_NAME ${name} VERSION ${PROJECT_VERSION}
                                                   SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_include_directories(
    fiducia_${name} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>"
                           "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>"
                           "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  fiducia_compile_options(fiducia_${name})
endfunction()

# Boost is headers alone and seen in sources only: wrapped in BUILD_INTERFACE, who uses the package does not need it.
fiducia_library(core core camera data solve evaluate assess guide simulate use)
target_link_libraries(fiducia_core PUBLIC Eigen3::Eigen PRIVATE TBB::tbb $<BUILD_INTERFACE:Boost::headers>)

if(FIDUCIA_BUILD_IO)
  include(LibraryIo)
endif()
if(FIDUCIA_BUILD_VISION)
  include(LibraryVision)
endif()

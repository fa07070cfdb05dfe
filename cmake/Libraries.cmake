# fiducia::core, and fiducia::io and fiducia::vision where they are asked for. Headers stand beside their sources and are
# included from src/, as in "fiducia/camera/camera.h". What a library links to is private unless its headers show it.

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(Boost REQUIRED)

configure_file("${PROJECT_SOURCE_DIR}/cmake/version.h.in" "${PROJECT_BINARY_DIR}/generated/fiducia/version.h" @ONLY)

# fiducia_library(<name> [STATIC] <rooms of src/fiducia>...): the target fiducia_<name>, used as fiducia::<name>. Static, or
# shared with -DBUILD_SHARED_LIBS=ON; a library of the program alone is STATIC in any case.
function(fiducia_library name)
  cmake_parse_arguments(PARSE_ARGV 1 library "STATIC" "" "")
  set(kind)
  if(library_STATIC)
    set(kind STATIC)
  endif()
  list(TRANSFORM library_UNPARSED_ARGUMENTS REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/src/fiducia/\\1/*.cc" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  add_library(fiducia_${name} ${kind} ${sources})
  add_library(fiducia::${name} ALIAS fiducia_${name})
  # The soname is libfiducia_<name>.so.MAJOR.MINOR: before 1.0 a minor version may change the ABI (docs/building.md).
  # DEFINE_SYMBOL: nothing is marked for export, and so the objects of a shared library are those of a static one.
  set_target_properties(
    fiducia_${name}
    PROPERTIES EXPORT_NAME ${name}
               VERSION ${PROJECT_VERSION}
               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
               DEFINE_SYMBOL ""
               INSTALL_RPATH "$ORIGIN")
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

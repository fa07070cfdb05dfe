# mrcal installs no CMake package of its own. Gives the target mrcal::mrcal where the library is found.
find_path(MRCAL_INCLUDE_DIR mrcal/mrcal.h)
find_library(MRCAL_LIBRARY mrcal)
mark_as_advanced(MRCAL_INCLUDE_DIR MRCAL_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(mrcal REQUIRED_VARS MRCAL_LIBRARY MRCAL_INCLUDE_DIR)

if(mrcal_FOUND AND NOT TARGET mrcal::mrcal)
  add_library(mrcal::mrcal UNKNOWN IMPORTED)
  set_target_properties(mrcal::mrcal PROPERTIES IMPORTED_LOCATION "${MRCAL_LIBRARY}"
                                                INTERFACE_INCLUDE_DIRECTORIES "${MRCAL_INCLUDE_DIR}")
endif()

# The AprilTag library as Debian and Ubuntu have it. (Its own CMake package is called apriltag and comes with newer versions
# only.) Gives the target AprilTag::AprilTag.
find_path(APRILTAG_INCLUDE_DIR apriltag/apriltag.h)
find_library(APRILTAG_LIBRARY apriltag)
mark_as_advanced(APRILTAG_INCLUDE_DIR APRILTAG_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(AprilTag REQUIRED_VARS APRILTAG_LIBRARY APRILTAG_INCLUDE_DIR)

if(AprilTag_FOUND AND NOT TARGET AprilTag::AprilTag)
  add_library(AprilTag::AprilTag UNKNOWN IMPORTED)
  set_target_properties(AprilTag::AprilTag PROPERTIES IMPORTED_LOCATION "${APRILTAG_LIBRARY}"
                                                      INTERFACE_INCLUDE_DIRECTORIES "${APRILTAG_INCLUDE_DIR}")
endif()

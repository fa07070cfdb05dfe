# fiducia::core, fiducia::io and fiducia::vision. Headers stand beside their sources and are included from src/, as in
# "fiducia/camera/camera.h". What a library links to is private unless its headers show it.

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(Boost REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(pugixml REQUIRED)
find_package(fmt REQUIRED)
find_package(OpenCV 4 REQUIRED COMPONENTS core imgproc imgcodecs calib3d)
# ArUco moved from the contributed modules into objdetect with OpenCV 4.7.
if(OpenCV_VERSION VERSION_LESS 4.7)
  set(opencv_aruco_module aruco)
else()
  set(opencv_aruco_module objdetect)
endif()
find_package(OpenCV 4 REQUIRED COMPONENTS core imgproc imgcodecs calib3d ${opencv_aruco_module})
find_package(AprilTag REQUIRED)
find_package(xxHash REQUIRED)
include(ReportPage)

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

# yaml-cpp 0.8 put its target into a namespace.
if(TARGET yaml-cpp::yaml-cpp)
  set(yaml_cpp yaml-cpp::yaml-cpp)
else()
  set(yaml_cpp yaml-cpp)
endif()

# Boost is headers alone and seen in sources only: wrapped in BUILD_INTERFACE, who uses the package does not need it.
fiducia_library(core core camera data solve evaluate assess guide simulate)
target_link_libraries(fiducia_core PUBLIC Eigen3::Eigen PRIVATE TBB::tbb $<BUILD_INTERFACE:Boost::headers>)

fiducia_library(io io report)
fiducia_add_report_page(fiducia_io)
target_link_libraries(
  fiducia_io
  PUBLIC fiducia_core nlohmann_json::nlohmann_json
  PRIVATE ${yaml_cpp}
          pugixml::pugixml
          fmt::fmt
          xxHash::xxHash
          opencv_core
          opencv_imgcodecs)

fiducia_library(vision detect)
target_link_libraries(
  fiducia_vision
  PUBLIC fiducia_core
  PRIVATE fiducia_io
          opencv_core
          opencv_imgproc
          opencv_imgcodecs
          opencv_calib3d
          opencv_${opencv_aruco_module}
          AprilTag::AprilTag)

# The experiments are the program's, not a library for others: not installed.
fiducia_library(study study)
target_compile_options(fiducia_study PRIVATE $<$<CONFIG:Release>:-O1>)  # they call the other libraries
target_link_libraries(fiducia_study PUBLIC fiducia_core fiducia_io PRIVATE fiducia_vision fmt::fmt opencv_core)

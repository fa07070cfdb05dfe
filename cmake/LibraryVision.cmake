# fiducia::vision: the detectors; and the experiments, which use all three libraries.

# ArUco moved from the contributed modules into objdetect with OpenCV 4.7.
if(OpenCV_VERSION VERSION_LESS 4.7)
  set(opencv_aruco_module aruco)
else()
  set(opencv_aruco_module objdetect)
endif()
find_package(OpenCV 4 REQUIRED COMPONENTS core imgproc imgcodecs videoio calib3d ${opencv_aruco_module})
find_package(AprilTag REQUIRED)

fiducia_library(vision detect)
target_link_libraries(
  fiducia_vision
  PUBLIC fiducia_core
  PRIVATE fiducia_io
          opencv_core
          opencv_imgproc
          opencv_calib3d
          opencv_${opencv_aruco_module}
          AprilTag::AprilTag)
fiducia_late_opencv(fiducia_vision videoio)

# The experiments are the program's, not a library for others: not installed.
fiducia_library(study STATIC study)
target_compile_options(fiducia_study PRIVATE $<$<CONFIG:Release>:-O1>)  # they call the other libraries
target_link_libraries(fiducia_study PUBLIC fiducia_core fiducia_io PRIVATE fiducia_vision fmt::fmt opencv_core)

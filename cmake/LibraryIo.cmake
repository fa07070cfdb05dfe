# fiducia::io: files, and the report with its page.

find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(pugixml REQUIRED)
find_package(fmt REQUIRED)
find_package(xxHash REQUIRED)
find_package(ZLIB REQUIRED)
find_package(OpenCV 4 REQUIRED COMPONENTS core imgcodecs imgproc)
include(LateOpencv)
include(ReportPage)

# yaml-cpp 0.8 put its target into a namespace.
if(TARGET yaml-cpp::yaml-cpp)
  set(yaml_cpp yaml-cpp::yaml-cpp)
else()
  set(yaml_cpp yaml-cpp)
endif()

fiducia_library(io io report)
fiducia_add_report_page(fiducia_io)
target_link_libraries(
  fiducia_io
  PUBLIC fiducia_core nlohmann_json::nlohmann_json
  PRIVATE ${yaml_cpp}
          pugixml::pugixml
          fmt::fmt
          xxHash::xxHash
          ZLIB::ZLIB
          opencv_core
          opencv_imgproc)
fiducia_late_opencv(fiducia_io imgcodecs)

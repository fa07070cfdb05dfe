# OpenCV's imgcodecs and videoio bring 230 libraries along (GDAL, FFmpeg, GStreamer): to load them takes a quarter of a second,
# every time that the program starts. Where they are shared libraries on Linux, they are loaded at the first image instead.

# fiducia_late_opencv(<target> <module>): the target loads opencv_<module> by its soname, the definition FIDUCIA_<MODULE>; links
# to it where that is not possible.
function(fiducia_late_opencv target module)
  get_target_property(kind opencv_${module} TYPE)
  set(soname)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND kind STREQUAL "SHARED_LIBRARY")
    get_target_property(configurations opencv_${module} IMPORTED_CONFIGURATIONS)
    foreach(configuration IN LISTS configurations)
      get_target_property(found opencv_${module} IMPORTED_SONAME_${configuration})
      if(found)
        set(soname ${found})
      endif()
    endforeach()
  endif()
  if(NOT soname)
    target_link_libraries(${target} PRIVATE opencv_${module})
    return()
  endif()
  string(TOUPPER ${module} definition)
  target_compile_definitions(${target} PRIVATE "FIDUCIA_${definition}=\"${soname}\"")
  target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
endfunction()

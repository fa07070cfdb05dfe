# As build.cmake; then runs the program and looks at what it prints.
# Given moreover: -DVERSION=<expected> -DEMULATOR=<what runs programs of the target's processor, if need be>

include("${CMAKE_CURRENT_LIST_DIR}/build.cmake")
execute_process(COMMAND ${EMULATOR} "${build}/consumer" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)

message("${output}")
# 10 frames fix fx to a few tenths of a pixel; the noise is 0.05 px.
if(NOT output MATCHES "^fiducia ${VERSION}: converged, fx = (1499|1500)[.0-9]*, rmse = 0\\.0[45][0-9]* px\n$")
  message(FATAL_ERROR "the program's output is not what it should be")
endif()

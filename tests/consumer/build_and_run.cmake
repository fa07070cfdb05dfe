# Configures a project of this folder as a stranger would, builds it, runs it and looks at what it prints.
# cmake -DPROJECT=<folder> -DWORK_DIR=<scratch> -DOPTIONS=<for the configuration> -DVERSION=<expected> -P build_and_run.cmake

set(build "${WORK_DIR}/${PROJECT}")
file(REMOVE_RECURSE "${build}")

execute_process(COMMAND "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/${PROJECT}" -B "${build}" ${OPTIONS}
                COMMAND_ERROR_IS_FATAL ANY)
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${build}" --target calibrate --parallel ${cores}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${build}/calibrate" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)

message("${output}")
# 10 frames fix fx to a few tenths of a pixel; the noise is 0.05 px.
if(NOT output MATCHES "^fiducia ${VERSION}: converged, fx = (1499|1500)[.0-9]*, rmse = 0\\.0[45][0-9]* px\n$")
  message(FATAL_ERROR "the program's output is not what it should be")
endif()

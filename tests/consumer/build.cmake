# Configures a project of this folder as a user's would be and builds its target `consumer`.
# cmake -DPROJECT=<folder> -DWORK_DIR=<scratch> -DOPTIONS=<for the configuration> -P build.cmake

set(build "${WORK_DIR}/${PROJECT}")
file(REMOVE_RECURSE "${build}")

execute_process(COMMAND "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/${PROJECT}" -B "${build}" ${OPTIONS}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${build}" --target consumer --parallel 2 COMMAND_ERROR_IS_FATAL ANY)

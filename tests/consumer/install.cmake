# Installs what was built into an empty prefix: a header that is no longer public must not be found there.
# cmake -DBUILD=<build folder> -DPREFIX=<where to> -P install.cmake

file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}" COMMAND_ERROR_IS_FATAL ANY)

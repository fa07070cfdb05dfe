# How our own targets are compiled. What is not PUBLIC does not reach the targets of a project that uses us.

option(FIDUCIA_WERROR "Treat warnings as errors" OFF)
# Off, because with -march=native Eigen aligns fixed-size matrices to the widest vector register of the machine: the
# alignment becomes part of the ABI, and a program that is compiled without the flag crashes on what the library hands it.
option(FIDUCIA_NATIVE "Compile for the processor of this machine, and everything that links to it too" OFF)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

function(fiducia_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(
    ${target}
    PRIVATE
      $<$<CONFIG:Release>:-O3>
      # The code does not read errno or the floating point exception flags: without them the loops over corners vectorise.
      -fno-math-errno
      -fno-trapping-math
      -Wall
      -Wextra
      -Wshadow
      -Wconversion
      # {.frames = 10}: leaving the rest of an options struct at its defaults is how ours are meant to be used.
      -Wno-missing-field-initializers
      # GCC 12's false alarms: std::string's operator+ "overlaps" (GCC bug 105651), Eigen's fixed-size matrices are "used
      # uninitialized" after inlining. clang-tidy and the sanitizers look for the real ones.
      $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
      # Where several files are compiled as one, the constants of one shadow those of the next, and everything seems to
      # stand in a header. `./run lint` looks at each file by itself.
      $<$<BOOL:${CMAKE_UNITY_BUILD}>:-Wno-shadow>
      $<$<AND:$<BOOL:${CMAKE_UNITY_BUILD}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
      $<$<BOOL:${FIDUCIA_WERROR}>:-Werror>
      # Several files at once fill more memory than GCC uses before it looks for what it can throw away, which takes a
      # tenth of its time.
      $<$<AND:$<BOOL:${CMAKE_UNITY_BUILD}>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:--param=ggc-min-heapsize=600000>
    # GCC notes, for what our headers do, that its versions before 10 passed some arguments differently. C++20 needs 10.
    PUBLIC $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>)
  if(FIDUCIA_NATIVE)
    target_compile_options(${target} PUBLIC -march=native)
  endif()
endfunction()

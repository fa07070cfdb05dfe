# Which parts are built. fiducia::core is always: it needs Eigen, TBB and the headers of Boost, and nothing else.

option(FIDUCIA_BUILD_IO "Build fiducia::io: files and the report (needs OpenCV, Node, fmt and readers of JSON, YAML, XML)" ON)
option(FIDUCIA_BUILD_VISION "Build fiducia::vision: the detectors (needs IO, OpenCV and AprilTag)" ${FIDUCIA_BUILD_IO})

# A project that takes Fiducia in with add_subdirectory gets the libraries and nothing else, unless it asks. What needs a
# library that is switched off is off too, unless it is asked for: then the contradiction is an error.
set(whole OFF)
set(with_io OFF)
if(PROJECT_IS_TOP_LEVEL AND FIDUCIA_BUILD_IO)
  set(with_io ON)
  set(whole ${FIDUCIA_BUILD_VISION})
endif()
option(FIDUCIA_BUILD_APP "Build the command line program (needs IO and VISION)" ${whole})
option(FIDUCIA_BUILD_EXAMPLES "Build the examples (needs IO)" ${with_io})
option(FIDUCIA_BUILD_TESTS "Build the tests of what is built (needs GoogleTest)" ${PROJECT_IS_TOP_LEVEL})
option(FIDUCIA_TEST_CERES "Build the tests that link to Ceres too (its headers are needed in any case)" ON)
option(FIDUCIA_INSTALL "Install the libraries, their headers and the CMake package" ${PROJECT_IS_TOP_LEVEL})
# Off even here: the peers that we are measured against (OpenCV among them) are needed for nothing else.
option(FIDUCIA_BUILD_BENCHMARKS "Build the benchmark (needs IO, VISION and Ceres)" OFF)
# Off even here: it needs pybind11 and the headers of Python, which the program does not.
option(FIDUCIA_BUILD_PYTHON "Build the Python module (needs the program's parts, pybind11 and Python's headers)" OFF)
option(FIDUCIA_BUILD_MANUAL "Make man pages and shell completions from the program (needs APP and Python)" OFF)
option(FIDUCIA_BUILD_FUZZERS "Build the fuzzer of the readers (needs IO and clang)" OFF)

# fiducia_needs(<part> <part it needs>...)
function(fiducia_needs part)
  foreach(needed IN LISTS ARGN)
    if(FIDUCIA_BUILD_${part} AND NOT FIDUCIA_BUILD_${needed})
      message(FATAL_ERROR "FIDUCIA_BUILD_${part}=ON needs FIDUCIA_BUILD_${needed}=ON: "
                          "switch ${needed} on, or ${part} off with -DFIDUCIA_BUILD_${part}=OFF")
    endif()
  endforeach()
endfunction()

fiducia_needs(VISION IO)
fiducia_needs(APP IO VISION)
fiducia_needs(EXAMPLES IO)
fiducia_needs(BENCHMARKS IO VISION)
fiducia_needs(MANUAL APP)
fiducia_needs(FUZZERS IO)
fiducia_needs(PYTHON IO VISION APP)

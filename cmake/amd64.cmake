# Cross-compiles for x86-64 with Debian's compiler and multiarch packages (libtbb-dev:amd64, ...); qemu runs what was built.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER x86_64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE x86_64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-x86_64)

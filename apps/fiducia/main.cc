#include <unistd.h>

#include <iostream>

#include "apps/fiducia/run_cli.h"

int main(int argc, char** argv) {
  return fiducia::run_cli({argv + 1, argv + argc}, std::cout, std::cerr, isatty(STDERR_FILENO) != 0);
}

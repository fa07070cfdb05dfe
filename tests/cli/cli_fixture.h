#pragma once

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "apps/fiducia/run_cli.h"
#include "tests/io/temporary_folder.h"

namespace fiducia::testing {

struct CliResult {
  int status = -1;
  std::string out;
  std::string err;
};

/// The program as a function call.
inline CliResult run(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int status = run_cli(arguments, out, err);
  return {status, out.str(), err.str()};
}

/// Each test gets a folder of its own, `folder`, to read from and write to.
class CliTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }

  TemporaryFolder folder;
};

}  // namespace fiducia::testing

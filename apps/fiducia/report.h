#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"

namespace fiducia {

struct ReportCommandOptions {
  CommonOptions common;
  std::string folder;
  std::vector<std::string> pictures;
  std::string title;
  std::string output;   ///< empty: report.html in the folder
  std::string summary;  ///< empty: none is written
};

/// Makes the report of a calibration that was written before.
[[nodiscard]] int run_report(const ReportCommandOptions& options, const Streams& streams);

void add_report_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia

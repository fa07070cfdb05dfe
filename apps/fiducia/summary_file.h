#pragma once

#include <string>

#include "apps/fiducia/common.h"
#include "fiducia/io/drawing.h"
#include "fiducia/report/report.h"

namespace CLI {
class App;
}

namespace fiducia {

/// --summary FILE.
void add_summary_option(CLI::App& command, std::string& file);

/// Throws an Error where FILE is neither .svg nor .png: before anything is read.
void check_summary_name(const std::string& file);

/// The page; without a title, one from the inputs' folder.
[[nodiscard]] Drawing summary_page(const std::string& title, const EvaluatedCalibration& calibration,
                                   const Provenance& provenance);

/// As an SVG or a PNG file, by its name, and says so.
void write_summary_drawing(const std::string& file, const Drawing& drawing, const CommonOptions& common,
                           const Streams& streams);

/// With a capital and a full stop.
[[nodiscard]] std::string as_sentence(std::string text);

/// Writes the summary where one was asked for, and says so.
void write_summary(const std::string& file, const std::string& title, const EvaluatedCalibration& calibration,
                   const Provenance& provenance, const CommonOptions& common, const Streams& streams);

}  // namespace fiducia

#pragma once

#include <string>

#include "apps/fiducia/common.h"
#include "fiducia/io/json.h"
#include "fiducia/use/lookup_map.h"
#include "fiducia/use/output_camera.h"

namespace fiducia {

/// How an undistorted image is to look, as it was named.
struct ProjectionArguments {
  std::string projection = "pinhole";
  std::string size;  ///< empty: the source's
  std::string fov;   ///< degrees; empty: none given
  bool keep_all = false;
  bool crop = false;
};

void add_projection_options(CLI::App& command, ProjectionArguments& arguments);

/// Throws an Error for options that make no sense, before anything is read.
[[nodiscard]] OutputOptions output_options(const ProjectionArguments& arguments);

/// What of the source is lost, and what of the output has no source.
struct Coverage {
  double output_without_source = 0;
  SourceLoss source;
};

[[nodiscard]] Json output_camera_object(const OutputCamera& output);
[[nodiscard]] Json coverage_object(const Coverage& coverage);
[[nodiscard]] std::string output_in_words(const OutputCamera& output, const Coverage& coverage);

/// Throws an Error where one of the files is there already, unless `force`.
void refuse_existing(const std::string& folder, const std::vector<std::string>& names, bool force);

}  // namespace fiducia
